"""Self-exclusion: a person's own written request not to be let in, from its receipt (M24.3)."""

from collections.abc import Iterable
from typing import NamedTuple

from countroom.compliance.v1.compliance_events_pb2 import SelfExclusionEntered
from countroom.compliance.v1.compliance_service_pb2 import ExcludePerson
from countroom.ledger.v1.receipt_pb2 import ExceptionNote

from services.compliance.domain.refusals import ComplianceException, ComplianceRefusal
from services.kernel.refusal import Refused


class Exclusion(NamedTuple):
    """From when and until before when, in seconds since 1970 UTC; 0 for no end."""

    from_seconds: int
    until_seconds: int

    def holds(self, at_seconds: int) -> bool:
        """Say whether the person is not to be let in at a moment."""
        has_ended = 0 < self.until_seconds <= at_seconds
        return self.from_seconds <= at_seconds and not has_ended


def is_excluded(exclusions: Iterable[Exclusion], at_seconds: int) -> bool:
    """Say whether any exclusion holds at a moment."""
    return any(exclusion.holds(at_seconds) for exclusion in exclusions)


def entered(command: ExcludePerson) -> SelfExclusionEntered:
    """Return the exclusion that a request makes, or refuse one that never holds."""
    received = command.header.occurred_at.seconds
    if 0 < command.excluded_until_seconds <= received:
        raise Refused(
            ComplianceRefusal.EXCLUSION_PERIOD_EMPTY,
            "The exclusion would end before the request was received. State its end as in the "
            "request, or 0 for none.",
            excluded_until_seconds=command.excluded_until_seconds,
            received_seconds=received,
        )
    return SelfExclusionEntered(
        person=command.person,
        excluded_from_seconds=received,
        excluded_until_seconds=command.excluded_until_seconds,
        received_by_licensee=command.received_by_licensee,
    )


def inside(person: str) -> ExceptionNote:
    """Return the exception that an excluded person is in the house, until the exit is recorded."""
    return ExceptionNote(
        reason=ComplianceException.EXCLUDED_PERSON_INSIDE,
        obligation="M24.3",
        text=f"{person} asked not to be let in and is inside. See the person out and record it.",
    )
