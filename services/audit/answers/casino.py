"""Casino terms: the zone, currency and limit that answers are written in."""

from dataclasses import dataclass

from services.audit.reading import Reading
from services.chassis import answers
from services.chassis.answers import Answered


@dataclass(frozen=True, slots=True)
class Terms:
    """What a casino was registered with, as far as answers need it; amounts in minor units."""

    currency: str
    zone: str
    identification_limit_minor: int


def terms_of(reading: Reading) -> Terms:
    """Return the casino's terms; answers FAILED_PRECONDITION where it is not registered."""
    rows = reading.rows("casino")
    if not rows:
        raise Answered(
            answers.failed_precondition(
                "casino_not_registered",
                f"Casino {reading.casino_id} has no terms in the warehouse yet. Ask again later.",
                {"casino_id": reading.casino_id},
            )
        )
    row = rows[0]
    return Terms(row["currency"], row["zone"], row["identification_limit_minor"])
