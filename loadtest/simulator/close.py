"""The end of the evening: every desk counts what it holds; one is short by Lm10."""

from typing import Final

from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.ledger.v1.money_pb2 import Money

from loadtest.simulator.cage import Cage
from loadtest.simulator.payments import MINOR_PER_MAJOR
from loadtest.simulator.script import Script
from loadtest.simulator.step import Caller, Step

SHORT_DESK: Final = "desk-2"
SHORT_MINOR: Final = 10 * MINOR_PER_MAJOR


def closings(script: Script, cage: Cage) -> tuple[Step, ...]:
    """Write the counts; what the short desk lacks is the house's variance."""
    for till in cage.tills.values():
        script.waits(300)
        missing_minor = SHORT_MINOR if till.desk_id == SHORT_DESK else 0
        counted = till.cash.copy()
        counted["MTL"] -= missing_minor
        command = cashier.CloseDesk(
            header=script.header(till.employee_id),
            desk_id=till.desk_id,
            cash=[Money(currency=c, amount_minor=counted[c]) for c in sorted(counted)],
            chips_minor=till.chips_minor,
        )
        script.send(Caller.DESK, command, "DeskClosed")
        cage.truth.events["DeskClosed"] += 1
        cage.truth.cash_variance_minor += missing_minor
    return tuple(script.steps)
