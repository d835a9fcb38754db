"""Somebody splits what they buy over the desks, each part and all together just under the limit."""

from typing import Final

from loadtest.simulator.cage import Cage
from loadtest.simulator.entrance import Entrance
from loadtest.simulator.payments import in_cash
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.till import Till

PARTS_MAJOR: Final = (490, 480, 495, 475)
"""Lm1,940 in four parts: never over Lm2,000, so no desk ever asks for a document."""


def structuring(
    script: Script, cage: Cage, entrance: Entrance, person: Person, tills: tuple[Till, ...]
) -> None:
    """Write the story; the person's token is what the alert must name."""
    entrance.admits(script, person)
    for part, major in enumerate(PARTS_MAJOR):
        script.waits(900)
        cage.sells(script, person, tills[part % len(tills)], in_cash(major))
    script.waits(1_800)
    entrance.lets_out(script, person)
    cage.truth.structurer = person.token
