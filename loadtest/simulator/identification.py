"""What the simulator expects of an exchange: whether a document is due, by the law's own words."""

from fractions import Fraction
from typing import Final

from countroom.cashier.v1.exchange_pb2 import Direction

from loadtest.simulator.payments import MINOR_PER_MAJOR
from loadtest.simulator.person import Person

LIMIT_MINOR: Final = 2_000 * MINOR_PER_MAJOR
"""Lm2,000 in mils: "in excess of" it (M46.1), alone or together in the session (M46.4)."""


def is_due(person: Person, direction: Direction, worth: Fraction) -> bool:
    """Say whether an exchange needs a document before it is made."""
    way = person.way(direction)
    return worth > LIMIT_MINOR or (way.total + worth > LIMIT_MINOR and not way.is_identified)
