"""A cashier keys Lm500 for Lm50: asked back by the desk, approved by a supervisor, keyed again."""

from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.cashier.v1 import cashier_service_pb2 as cashier

from loadtest.simulator.cage import Cage
from loadtest.simulator.entrance import Entrance
from loadtest.simulator.payments import in_cash
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.step import Caller
from loadtest.simulator.till import Till


def reversal(  # noqa: PLR0913, PLR0917 - a story with a supervisor in it
    script: Script,
    cage: Cage,
    entrance: Entrance,
    person: Person,
    till: Till,
    supervisor: str,
) -> None:
    """Write the story."""
    entrance.admits(script, person)
    script.waits(600)
    wrong = cage.sells(script, person, till, in_cash(500))
    request = cashier.RequestReversal(
        header=script.header(till.employee_id),
        person=person.token,
        exchange_id=wrong.exchange_id,
        reason="Keyed 500 for 50",
    )
    script.send(Caller.DESK, request, "ReversalRequested")
    script.waits(120)
    approval = cashier.ApproveReversal(
        header=script.header(supervisor),
        person=person.token,
        exchange_id=wrong.exchange_id,
    )
    script.send(Caller.SUPERVISOR, approval, "ExchangeReversed")
    cage.made(wrong, times=-1)
    cage.truth.moved(wrong.kind(ExchangeStatus.EXCHANGE_STATUS_REVERSED), wrong.chips_minor)
    cage.truth.events["ExchangeReversed"] += 1
    cage.sells(script, person, till, in_cash(50))
    entrance.lets_out(script, person)
