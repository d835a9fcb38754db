"""Evenings at the cage, made up by hypothesis: what anyone may key at any desk, in any order."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from services.kernel.refusal import Refused
from tests.paper_cage import PaperCage, cheque, foreign, names

PERSONS, DESKS = ("p-1", "p-2", "p-3"), ("desk-1", "desk-2")
AMOUNTS = st.one_of(
    st.sampled_from([1, 999_999, 1_000_001, 1_999_999, 2_000_000, 2_000_001]),
    st.integers(1, 2_500_000),
)
PAYMENTS = st.one_of(
    AMOUNTS,
    AMOUNTS.map(cheque),
    st.builds(foreign, st.just("GBP"), st.integers(1, 400_000)),
    st.builds(foreign, st.just("USD"), st.integers(1, 700_000)),
)
DOCUMENTS = st.sampled_from(["", "", "", "doc-1", "doc-2"])


@dataclass
class Evening:
    """A cage, and which decisions it made; what is refused leaves no trace."""

    cage: PaperCage = field(default_factory=lambda: PaperCage(desks=2))
    waiting: list[tuple[str, Any]] = field(default_factory=list)
    completed: list[tuple[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cage.set_rate("GBP", (16, 25))
        self.cage.set_rate("USD", (1, 3))

    def exchange(self, kind: str, person: str, given: Any, desk: str, **more: Any) -> None:
        with suppress(Refused):
            self._keep(person, getattr(self.cage, kind)(person, given, desk, **more))

    def complete(self, place: int, document: str) -> None:
        if self.waiting:
            person, decision = self.waiting.pop(place % len(self.waiting))
            with suppress(Refused):
                self._keep(person, self.cage.complete(person, decision, document))

    def abandon(self, place: int) -> None:
        if self.waiting:
            self.cage.abandon(*self.waiting.pop(place % len(self.waiting)))

    def reverse(self, place: int) -> None:
        if self.completed:
            person, decision = self.completed[place % len(self.completed)]
            with suppress(Refused):
                self.cage.ask_reversal(person, decision)
                self.cage.approve_reversal(person, decision)

    def pass_time(self, hours: int) -> None:
        self.cage.at += timedelta(hours=hours)

    def _keep(self, person: str, decision: Any) -> None:
        waits = names(decision)[-1] == "IdentificationRequired"
        (self.waiting if waits else self.completed).append((person, decision))

    def standing_exchanges(self) -> list[Any]:
        """Return every exchange that completed and was not reversed, in order."""
        made: dict[str, Any] = {}
        for fact in self.cage.book.facts:
            kind = type(fact.event).__name__
            if kind in {"ChipsSold", "ChipsRedeemed"}:
                made[fact.event.exchange.exchange_id] = fact.event.exchange
            elif kind == "ExchangeReversed":
                del made[fact.event.exchange.exchange_id]
        return list(made.values())


def _exchanges(kind: str, given: st.SearchStrategy[Any], **more: st.SearchStrategy[Any]):
    persons, desks = st.sampled_from(PERSONS), st.sampled_from(DESKS)
    said = st.tuples(st.just(kind), persons, given, desks, st.fixed_dictionaries(more))
    return said.map(lambda words: ("exchange", *words))


PLACES = st.integers(0, 20)
ASKED = st.one_of(_exchanges("sell", PAYMENTS), _exchanges("redeem", AMOUNTS))
STEPS = st.one_of(
    _exchanges("sell", PAYMENTS, document=DOCUMENTS, after=st.booleans()),
    _exchanges("redeem", AMOUNTS, document=DOCUMENTS, after=st.booleans()),
    st.tuples(st.just("complete"), PLACES, st.sampled_from(["doc-1", "doc-2", "doc-3"])),
    st.tuples(st.just("abandon"), PLACES),
    st.tuples(st.just("reverse"), PLACES),
    st.tuples(st.just("pass_time"), st.integers(1, 10)),
)


def played(steps: list[tuple[Any, ...]]) -> Evening:
    """Return the evening after these steps."""
    evening = Evening()
    for step in steps:
        name, *said = step
        more = said.pop() if name == "exchange" else {}
        getattr(evening, name)(*said, **more)
    return evening
