"""A cage's evening from a seed: what is sent to the ledger, and what is true when all of it was."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from loadtest.casino import Casino
from loadtest.simulator.arrivals import arrivals
from loadtest.simulator.cage import Cage
from loadtest.simulator.chance import chance_of
from loadtest.simulator.close import closings
from loadtest.simulator.entrance import Entrance
from loadtest.simulator.evening_casino import CLOSES_US, OPENS_US, SUPERVISOR, evening_casino
from loadtest.simulator.person import person_of
from loadtest.simulator.script import Script
from loadtest.simulator.step import Step
from loadtest.simulator.stories.abandoned import abandoned
from loadtest.simulator.stories.offline_desk import offline_desk
from loadtest.simulator.stories.reversal import reversal
from loadtest.simulator.stories.self_excluded import self_excluded, without_document
from loadtest.simulator.stories.structuring import structuring
from loadtest.simulator.stories.two_tokens import two_tokens
from loadtest.simulator.till import Till
from loadtest.simulator.truth import Truth
from loadtest.simulator.visits import Visits

_HOUR_S = 3_600


@dataclass(frozen=True, slots=True)
class Evening:
    """The casino, the steps in the order of sending, those at closing, and the truth."""

    casino: Casino
    steps: tuple[Step, ...]
    closing: tuple[Step, ...]
    truth: Truth

    @property
    def command_count(self) -> int:
        """Return how many commands it has."""
        return sum(len(step.commands) for step in (*self.steps, *self.closing))


def make_evening(seed: int, patrons: int) -> Evening:
    """Make up an evening. Its casino's id is drawn from all that happens in it.

    So the same evening played again is the same commands, and another one has books of its own.
    """
    draft = _evening("draft", seed, patrons)
    content = hashlib.sha256()
    for step in (*draft.steps, *draft.closing):
        for command in step.commands:
            content.update(command.SerializeToString(deterministic=True))
    return _evening(f"st-julians-{content.hexdigest()[:8]}", seed, patrons)


def _evening(casino_id: str, seed: int, patrons: int) -> Evening:
    casino = evening_casino(casino_id)
    tills = {
        desk.desk_id: Till(desk.desk_id, desk.employee_id).counted_in(desk) for desk in casino.desks
    }
    cage = Cage(Truth(), tills)
    entrance = Entrance(cage.truth)
    scripts = [
        *_stories(casino_id, cage, entrance),
        *_ordinary(casino_id, seed, patrons, cage, entrance),
    ]
    steps = sorted((s for script in scripts for s in script.steps), key=lambda s: s.sent_at_us)
    end_us = max(CLOSES_US, steps[-1].sent_at_us)
    closing = closings(Script(casino_id, "closing", end_us), cage)
    return Evening(casino, tuple(steps), closing, cage.truth)


def _ordinary(
    casino_id: str, seed: int, patrons: int, cage: Cage, entrance: Entrance
) -> Iterator[Script]:
    tills = tuple(cage.tills.values())
    visits = Visits(cage, entrance, tills[:3])
    moments = arrivals(chance_of(seed, "arrivals"), patrons, OPENS_US, CLOSES_US)
    for number, arrives_us in enumerate(moments, 1):
        person = person_of(f"p-{number:04d}")
        script = Script(casino_id, person.token, arrives_us)
        visits.visit(chance_of(seed, f"patron/{number}"), script, person)
        yield script


def _stories(casino_id: str, cage: Cage, entrance: Entrance) -> Iterator[Script]:
    one, two, three, offline = cage.tills.values()

    def script(lane: str, hours: float) -> Script:
        return Script(casino_id, lane, OPENS_US + int(hours * _HOUR_S) * 1_000_000)

    split = script("structuring", 2.0)
    structuring(split, cage, entrance, person_of("p-splits"), (one, two, three))
    gone = script("abandoned", 1.5)
    abandoned(gone, cage, entrance, person_of("p-nopaper"), two)
    undone = script("reversal", 2.5)
    reversal(undone, cage, entrance, person_of("p-fifty"), one, SUPERVISOR)
    same = script("two tokens", 1.0)
    two_tokens(same, cage, person_of("p-first"), person_of("p-second"), (one, three))
    barred = script("self excluded", 0.5)
    self_excluded(barred, entrance, person_of("p-barred"))
    unknown = script("without document", 1.0)
    without_document(unknown, entrance, person_of("p-unknown"))
    dark = script("offline desk", 3.0)
    regular, crossing, tourist = (person_of(f"p-{name}") for name in ("reg", "cross", "tour"))
    offline_desk(dark, cage, (regular, crossing, tourist), (two, offline))
    yield from (split, gone, undone, same, barred, unknown, dark)
