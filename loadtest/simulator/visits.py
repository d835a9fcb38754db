"""An ordinary visit: in at the door, chips bought, played, cashed in at any desk, and out again."""

import random
from dataclasses import dataclass
from enum import Enum
from typing import Final

from countroom.cashier.v1.cashier_service_pb2 import AbandonReason

from loadtest.simulator.cage import Cage
from loadtest.simulator.entrance import Entrance
from loadtest.simulator.payments import (
    BUYING,
    FOREIGN_MINOR_PER_MAJOR,
    MINOR_PER_MAJOR,
    Payment,
    by_cheque,
    in_cash,
    in_foreign_cash,
)
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.till import Till

_CHIP_MINOR: Final = 5 * MINOR_PER_MAJOR
"""Chips are cashed in by the piece; the smallest is worth Lm5."""


class Purse(Enum):
    """What a patron brings: how many purchases, each of how many liri at least and at most."""

    SMALL = (3, 20, 150)
    MIDDLE = (2, 150, 450)
    LARGE = (1, 2_050, 5_000)


PURSES: Final = (Purse.SMALL,) * 14 + (Purse.MIDDLE,) * 4 + (Purse.LARGE,) * 2
"""Seven in ten, two in ten, one in ten. Nobody's purchases together come near the limit unless one
alone is over it: who does that is a story of its own."""


@dataclass(frozen=True, slots=True)
class Visits:
    """Makes up visits at these desks."""

    cage: Cage
    entrance: Entrance
    tills: tuple[Till, ...]

    def visit(self, chance: random.Random, script: Script, person: Person) -> None:
        """Write one patron's visit into the script."""
        self.entrance.admits(script, person)
        most, least_major, most_major = chance.choice(PURSES).value
        for _ in range(chance.randint(1, most)):
            script.waits(chance.uniform(60, 1_200))
            self._buys(chance, script, person, chance.randint(least_major, most_major))
            script.waits(chance.uniform(300, 2_400))
            self._plays(chance, person)
        if person.chips_minor >= _CHIP_MINOR:
            self._cashes_in(chance, script, person)
        script.waits(chance.uniform(60, 600))
        self.entrance.lets_out(script, person)

    def _buys(self, chance: random.Random, script: Script, person: Person, major: int) -> None:
        payment = _payment(chance, person, major)
        till = chance.choice(self.tills)
        carries = chance.random()
        made_before = person.chips_minor
        dealt = self.cage.sells(script, person, till, payment, shows=carries < 0.5)  # noqa: PLR2004
        if person.chips_minor != made_before:
            return
        script.waits(chance.uniform(30, 180))
        if carries < 0.85:  # noqa: PLR2004 - most have a document in the coat after all
            self.cage.completes(script, dealt)
        else:
            self.cage.abandons(script, dealt, AbandonReason.ABANDON_REASON_NO_DOCUMENT)

    def _plays(self, chance: random.Random, person: Person) -> None:
        """Let the tables take, or give, in whole chips; more often take."""
        outcome = chance.choice((0.0, 0.3, 0.5, 0.8, 0.9, 1.1, 1.4))
        person.chips_minor = int(person.chips_minor * outcome) // _CHIP_MINOR * _CHIP_MINOR

    def _cashes_in(self, chance: random.Random, script: Script, person: Person) -> None:
        till, chips_minor = chance.choice(self.tills), person.chips_minor
        dealt = self.cage.cashes_in(script, person, till, chips_minor, shows=chance.random() < 0.5)  # noqa: PLR2004
        if person.chips_minor == chips_minor:
            script.waits(chance.uniform(30, 180))
            self.cage.completes(script, dealt)


def _payment(chance: random.Random, person: Person, major: int) -> Payment:
    drawn = chance.random()
    if drawn < 0.75:  # noqa: PLR2004
        return in_cash(-(-major // 5) * 5)
    if drawn < 0.9:  # noqa: PLR2004
        currency = chance.choice(sorted(BUYING))
        rate = BUYING[currency]
        foreign_major = major * rate.denominator // rate.numerator
        return in_foreign_cash(currency, -(-foreign_major // 10) * 10)
    return by_cheque(major, f"{person.token}-{chance.randrange(FOREIGN_MINOR_PER_MAJOR):02d}")
