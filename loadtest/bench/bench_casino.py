"""The casino of a measurement: floats so large that no desk runs out in a million exchanges."""

from typing import Final

from countroom.ledger.v1.money_pb2 import Ratio

from loadtest.casino import Casino, Desk, Licence, Opening, Rate
from loadtest.simulator.evening_casino import OPENS_US, SUPERVISOR, evening_casino

DESKS: Final = 8
DAY_US: Final = 86_400 * 1_000_000
_LICENSED_ON: Final = "1998-06-01"
_CASH_MINOR: Final = 10**12
_CHIPS_MINOR: Final = 10**13
_RATES_HOLD_S: Final = 1_000 * 86_400
_BASIS: Final = "Set for a measurement"


def bench_casino(casino_id: str) -> Casino:
    """Return a plan under the law and terms of the evening's casino."""
    opens_us = OPENS_US - 3_600_000_000
    desks = tuple(
        Desk(f"desk-{number}", f"cashier-{number}", (("MTL", _CASH_MINOR),), _CHIPS_MINOR)
        for number in range(1, DESKS + 1)
    )
    cashiers = tuple(Licence(desk.employee_id, ("cashier",), _LICENSED_ON) for desk in desks)
    from_s = opens_us // 1_000_000
    return Casino(
        casino_id=casino_id,
        terms=evening_casino(casino_id).terms,
        opens_at_us=opens_us,
        licences=(Licence(SUPERVISOR, ("chief_cashier",), _LICENSED_ON), *cashiers),
        rates=(Rate("GBP", _ratio(16, 25), _ratio(33, 50), from_s, from_s + _RATES_HOLD_S),),
        openings=(
            Opening("vault_cash", "MTL", DESKS * _CASH_MINOR, _BASIS),
            Opening("vault_chips", "MTL", DESKS * _CHIPS_MINOR, _BASIS),
            Opening("chips_outstanding/cashier", "MTL", _CHIPS_MINOR, _BASIS),
        ),
        desks=desks,
        chief_cashier=SUPERVISOR,
    )


def _ratio(numerator: int, denominator: int) -> Ratio:
    return Ratio(numerator=numerator, denominator=denominator)
