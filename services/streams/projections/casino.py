"""casino: the terms that a casino was registered with, which every other fold goes by."""

from typing import NamedTuple

from countroom.compliance.v1.compliance_events_pb2 import CasinoRegistered

from services.kernel.house import CasinoTerms
from services.streams.projections.reading import Entry


class CasinoRow(NamedTuple):
    """A row of casino, column for column; amounts in minor units, moments in microseconds UTC."""

    casino_id: str
    sequence: int
    partition: int
    rulebook: str
    currency: str
    minor_per_major: int
    zone: str
    day_changes_at_hour: int
    identification_limit_minor: int
    recorded_at: int


def casino_row(entry: Entry, fact: CasinoRegistered) -> CasinoRow:
    """Return the row of a casino that was registered."""
    return CasinoRow(
        casino_id=fact.casino_id,
        sequence=entry.sequence,
        partition=fact.partition,
        rulebook=f"{fact.jurisdiction}@{fact.jurisdiction_version}",
        currency=fact.currency,
        minor_per_major=fact.minor_per_major,
        zone=fact.zone,
        day_changes_at_hour=fact.day_changes_at_hour,
        identification_limit_minor=fact.identification_limit_minor,
        recorded_at=entry.recorded_us,
    )


def casino_terms(row: CasinoRow) -> CasinoTerms:
    """Return the terms as the kernel has them."""
    return CasinoTerms(
        casino_id=row.casino_id,
        rulebook=row.rulebook,
        currency=row.currency,
        minor_per_major=row.minor_per_major,
        zone=row.zone,
        day_changes_at_hour=row.day_changes_at_hour,
        identification_limit_minor=row.identification_limit_minor,
    )
