"""Somebody would buy for more than the limit, has no document, and goes without chips."""

from countroom.cashier.v1.cashier_service_pb2 import AbandonReason

from loadtest.simulator.cage import Cage
from loadtest.simulator.entrance import Entrance
from loadtest.simulator.payments import in_cash
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.till import Till


def abandoned(script: Script, cage: Cage, entrance: Entrance, person: Person, till: Till) -> None:
    """Write the story."""
    entrance.admits(script, person)
    script.waits(600)
    waiting = cage.sells(script, person, till, in_cash(3_000))
    script.waits(240)
    cage.abandons(script, waiting, AbandonReason.ABANDON_REASON_NO_DOCUMENT)
    entrance.lets_out(script, person)
