"""Any day at the doors: who is let in, and that nothing is changed but by an event."""

import pickle
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.compliance.domain.routes import COMPLIANCE
from services.kernel.refusal import Refused
from tests.given import PaperBook, sealed
from tests.unit.compliance.paper_compliance import (
    admit,
    book,
    exclude,
    identify,
    issue,
    leave,
    names,
    raise_alert,
    seconds,
    sign_off,
    sign_on,
    suspend,
)

a_hundred = settings(max_examples=100, deadline=None)
PERSONS = st.sampled_from(["p-1", "p-2", "p-3"])
SHOWN = st.sampled_from(["d-1", "d-2"])
DOCUMENTS = st.one_of(st.just(""), SHOWN)
HOURS = st.integers(0, 6)
PLACES = st.sampled_from(["desk/desk-1", "desk/desk-2"])
AT_THE_DOOR = st.one_of(
    st.tuples(st.builds(admit, PERSONS, HOURS), DOCUMENTS),
    st.tuples(st.builds(identify, PERSONS), SHOWN),
    st.tuples(st.builds(leave, PERSONS, HOURS), st.just("")),
    st.tuples(st.builds(exclude, PERSONS, st.just(0), HOURS), st.just("")),
    st.tuples(st.builds(exclude, PERSONS, st.integers(3, 6).map(seconds), HOURS), st.just("")),
)
ANY_COMMAND = st.one_of(
    AT_THE_DOOR,
    st.tuples(st.builds(admit, PERSONS, HOURS, after=st.booleans()), DOCUMENTS),
    *(
        st.tuples(commands, st.just(""))
        for commands in (
            st.builds(issue, licence_id=st.sampled_from(["L-1", "L-2"])),
            st.builds(suspend, HOURS, st.integers(1, 24), received=HOURS),
            st.builds(sign_on, place=PLACES, hours=HOURS, after=st.booleans()),
            st.builds(sign_off, PLACES, hours=HOURS),
            st.builds(raise_alert, st.sampled_from(["a1", "a2"])),
        )
    ),
)


def tell(paper: PaperBook, command: Any, document: str):
    """Record a command as the chassis would hand it over, its document sealed."""
    return paper.record(command, sealed(command.person, document) if document else None)


@a_hundred
@given(st.lists(ANY_COMMAND, max_size=15))
def test_a_decision_changes_neither_its_command_nor_what_was(told):
    """Commands and states are only read; a refused command leaves the book as it was."""
    paper = book()
    for command, document in told:
        states = dict(paper.house.streams)
        before = (command.SerializeToString(), pickle.dumps(states), len(paper.facts))
        try:
            tell(paper, command, document)
        except Refused:
            assert states == paper.house.streams
            assert before[2] == len(paper.facts)
        assert before[:2] == (command.SerializeToString(), pickle.dumps(states))


@a_hundred
@given(st.lists(ANY_COMMAND, max_size=15))
def test_the_events_alone_tell_what_the_book_remembers(told):
    """A new book that takes in the facts comes to the same states, however it was decided."""
    paper, other = book(), book()
    for command, document in told:
        stream = COMPLIANCE.streams[type(command)](command)
        with suppress(Refused):
            for fact in tell(paper, command, document).facts:
                other.admit(stream, fact)

    assert paper.house.streams == other.house.streams


class Doorman:
    """Knows from the events alone, by the plainest way there is, who is to be let in."""

    def __init__(self) -> None:
        self.shown: dict[str, set[str]] = {}
        self.excluded: list[tuple[str, int, int]] = []

    def sees(self, command: Any, document: str) -> None:
        if document:
            self.shown.setdefault(command.person, set()).add(document)
        if type(command).__name__ == "ExcludePerson":
            received = command.header.occurred_at.seconds
            until = command.excluded_until_seconds or 10**12
            if received < until:
                self.excluded.append((command.person, received, until))

    def tokens(self, person: str) -> set[str]:
        group, size = {person}, 0
        while len(group) > size:
            size = len(group)
            shown = set().union(*(self.shown.get(token, set()) for token in group))
            group |= {token for token, documents in self.shown.items() if documents & shown}
        return group

    def verdict(self, command: Any) -> str:
        tokens, at = self.tokens(command.person), command.header.occurred_at.seconds
        if any(t in tokens and start <= at < end for t, start, end in self.excluded):
            return "self_excluded"
        return "" if any(token in self.shown for token in tokens) else "not_identified"


@pytest.mark.obligation("M24.3")
@pytest.mark.obligation("M45")
@a_hundred
@given(st.lists(AT_THE_DOOR, min_size=10, max_size=40))
def test_nobody_gets_in_unidentified_or_against_the_own_wish(told):
    """Whoever asks is let in or turned away as the documents and requests so far have it."""
    paper, doorman = book(), Doorman()
    for command, document in told:
        doorman.sees(command, document)
        with suppress(Refused):
            decision = tell(paper, command, document)
            if type(command).__name__ == "AdmitPerson":
                verdict, event = doorman.verdict(command), decision.facts[-1].event
                assert ("EntryRefused" if verdict else "PersonAdmitted") == names(decision)[-1]
                assert verdict == (event.ground if verdict else "")
