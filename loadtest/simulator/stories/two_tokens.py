"""One person under two tokens buys at two desks, until both produce the same document (M46.4)."""

from loadtest.simulator.cage import Cage
from loadtest.simulator.payments import in_cash
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.till import Till


def two_tokens(
    script: Script, cage: Cage, first: Person, second: Person, tills: tuple[Till, Till]
) -> None:
    """Write the story: Lm1,200 and Lm1,100 without a document were one person's Lm2,300."""
    one_desk, other_desk = tills
    cage.sells(script, first, one_desk, in_cash(1_200))
    script.waits(900)
    cage.sells(script, second, other_desk, in_cash(1_100))
    script.waits(900)
    cage.sells(script, first, one_desk, in_cash(2_300), shows=True)
    script.waits(900)
    second.document.CopyFrom(first.document)
    cage.sells(script, second, other_desk, in_cash(2_400), shows=True)
    cage.truth.events["PersonsLinked"] += 1
    cage.truth.exceptions["linked_over_limit"] += 1
