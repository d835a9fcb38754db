"""The casino of the evening: Malta, 1998, in mils, with four desks and their people."""

from datetime import UTC, datetime
from typing import Final

from countroom.ledger.v1.money_pb2 import Ratio

from loadtest.casino import Casino, Desk, Licence, Opening, Rate, Terms
from loadtest.simulator.entrance import RECEPTIONIST
from loadtest.simulator.identification import LIMIT_MINOR
from loadtest.simulator.payments import BUYING, MINOR_PER_MAJOR

SUPERVISOR: Final = "chief-cashier-1"
OPENS_US: Final = int(datetime(1998, 6, 30, 16, 0, tzinfo=UTC).timestamp()) * 1_000_000
"""Six in the evening by the wall clock of Malta."""
CLOSES_US: Final = OPENS_US + 8 * 3_600 * 1_000_000
"""Two in the morning: the gaming day changes at eight."""

_LICENSED_ON: Final = "1998-06-01"
_DESKS: Final = ("desk-1", "desk-2", "desk-3", "desk-4")
_FLOAT_MINOR: Final = 60_000 * MINOR_PER_MAJOR
_CHIPS_MINOR: Final = 400_000 * MINOR_PER_MAJOR
_BASIS: Final = "Count at the end of the gaming day before"
_DAY_S: Final = 86_400


def evening_casino(casino_id: str) -> Casino:
    """Return the plan; it opens an hour before the doors do."""
    opens_us = OPENS_US - 3_600_000_000
    desks = tuple(
        Desk(desk_id, f"cashier-{number}", (("MTL", _FLOAT_MINOR),), _CHIPS_MINOR)
        for number, desk_id in enumerate(_DESKS, 1)
    )
    return Casino(
        casino_id=casino_id,
        terms=Terms(
            jurisdiction="malta_1998",
            currency="MTL",
            minor_per_major=MINOR_PER_MAJOR,
            zone="Europe/Malta",
            day_changes_at_hour=8,
            identification_limit_minor=LIMIT_MINOR,
        ),
        opens_at_us=opens_us,
        licences=(
            Licence(SUPERVISOR, ("chief_cashier", "cashier"), _LICENSED_ON),
            Licence(RECEPTIONIST, ("reception",), _LICENSED_ON),
            *(Licence(desk.employee_id, ("cashier",), _LICENSED_ON) for desk in desks),
        ),
        rates=tuple(
            _rate(currency, buy, opens_us // 1_000_000) for currency, buy in BUYING.items()
        ),
        openings=(
            Opening("vault_cash", "MTL", len(desks) * _FLOAT_MINOR, _BASIS),
            Opening("vault_chips", "MTL", len(desks) * _CHIPS_MINOR, _BASIS),
            Opening("chips_outstanding/cashier", "MTL", 250_000 * MINOR_PER_MAJOR, _BASIS),
        ),
        desks=desks,
        chief_cashier=SUPERVISOR,
    )


def _rate(currency: str, buy: Ratio, from_seconds: int) -> Rate:
    sell = Ratio(numerator=buy.numerator * 103, denominator=buy.denominator * 100)
    return Rate(currency, buy, sell, from_seconds, from_seconds + _DAY_S)
