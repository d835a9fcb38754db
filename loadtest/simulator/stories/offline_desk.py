"""A desk loses its line for an hour, goes on by hand, and sends on what it did when it is back.

One of its patrons had bought at another desk before: what the offline desk could not know is an
exception (M46.4). One paid in foreign cash at a rate that was no longer in force.
"""

from typing import Final

from countroom.audit.v1.identification_questions_pb2 import IdentificationStatus
from countroom.cashier.v1.exchange_pb2 import Direction
from countroom.ledger.v1.header_pb2 import Timing
from countroom.ledger.v1.money_pb2 import Ratio

from loadtest.simulator.cage import Cage, dealt_sale, sale
from loadtest.simulator.identification import is_due
from loadtest.simulator.payments import Payment, in_cash, in_foreign_cash
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.step import Caller, Command
from loadtest.simulator.till import Till

YESTERDAYS_RATE: Final = Ratio(numerator=63, denominator=100)


def offline_desk(
    script: Script, cage: Cage, persons: tuple[Person, Person, Person], tills: tuple[Till, Till]
) -> None:
    """Write the story at a desk with a line and one without."""
    regular, crossing, tourist = persons
    online, offline = tills
    cage.sells(script, crossing, online, in_cash(1_500))
    told: list[tuple[Command, str]] = []
    for person, payment in (
        (regular, in_cash(100)),
        (crossing, in_cash(800)),
        (tourist, in_foreign_cash("GBP", 200, YESTERDAYS_RATE)),
        (regular, in_cash(60)),
    ):
        script.waits(600)
        told.append(_told(script, cage, person, offline, payment))
    cage.truth.exceptions["rate_differs"] += 1
    script.waits(1_200)
    script.send_together(Caller.DESK, told)


def _told(
    script: Script, cage: Cage, person: Person, till: Till, payment: Payment
) -> tuple[Command, str]:
    command = sale(script, person, till, payment, timing=Timing.TIMING_AFTER)
    if is_due(person, Direction.DIRECTION_PURCHASE, payment.worth):
        cage.truth.exceptions["identification_missed"] += 1
        missed = IdentificationStatus.IDENTIFICATION_STATUS_MISSED
        cage.truth.identifications[missed] += 1
    cage.made(dealt_sale(command, person, till, payment))
    return command, "ChipsSold"
