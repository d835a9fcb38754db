"""given(past).when(command).then(events): a decider's tests speak commands and events only."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader, Timing
from countroom.ledger.v1.person_pb2 import SealedParticulars

from services.kernel.decider import Decider, Decision, Fact
from services.kernel.domain import Domain
from services.kernel.gaming_day import GamingCalendar
from services.kernel.house import CasinoTerms
from services.kernel.money import is_balanced
from services.kernel.refusal import Refused
from services.kernel.visits import Visit

EVENING = datetime(1998, 6, 30, 19, 0, tzinfo=UTC)
CALENDAR = GamingCalendar(ZoneInfo("Europe/Malta"), changes_at_hour=8)
MALTA = CasinoTerms(
    casino_id="st-julians",
    rulebook="malta_1998@1",
    currency="MTL",
    minor_per_major=1_000,
    zone="Europe/Malta",
    day_changes_at_hour=8,
    identification_limit_minor=2_000_000,
)


@dataclass
class PaperHouse:
    """A house on paper: an employee's number says what the licence covers, e.g. "cashier-1"."""

    terms: CasinoTerms = MALTA
    is_after: bool = False
    caller: str = "desk-system-1"
    gaming_day: str = "1998-06-30"
    partition: int = 0
    sealed: SealedParticulars | None = None
    streams: dict[str, Any] = field(default_factory=dict)
    initial: dict[str, Any] = field(default_factory=dict)
    balances: defaultdict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    visits_of: dict[str, tuple[Visit, ...]] = field(default_factory=dict)
    documents: dict[bytes, frozenset[str]] = field(default_factory=dict)
    links: dict[str, frozenset[str]] = field(default_factory=dict)

    def stream(self, name: str) -> Any:
        return self.streams.get(name, self.initial.get(name.partition("/")[0]))

    def balance_minor(self, account: str, currency: str) -> int:
        return self.balances.get((account, currency), 0)

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        return f"L-{employee_id}" if employee_id.rpartition("-")[0] == function else ""

    def visits(self, person: str) -> tuple[Visit, ...]:
        return self.visits_of.get(person, ())

    def tokens_of_document(self, document_index: bytes) -> frozenset[str]:
        return self.documents.get(document_index, frozenset())

    def linked(self, person: str) -> frozenset[str]:
        return self.links.get(person, frozenset())


def command_id(number: int) -> str:
    """Return the nth of a row of UUIDv7s."""
    return f"0190163d-8694-739b-aea5-{number:012x}"


def header(number: int = 1, actor: str = "cashier-1", at: datetime = EVENING, *, after=False):
    """Return a header that would be accepted."""
    return CommandHeader(
        command_id=command_id(number),
        casino_id="st-julians",
        occurred_at=at,
        actor=Actor(employee_id=actor, terminal_id="till-1"),
        timing=Timing.TIMING_AFTER if after else Timing.TIMING_UNSPECIFIED,
    )


def sealed(person: str, number: str) -> SealedParticulars:
    """Return a document of that number as decide sees it, whoever produced it."""
    return SealedParticulars(
        person=person,
        document_type="passport",
        ciphertext=f"sealed for {person}".encode(),
        document_index=number.encode(),
    )


@dataclass(frozen=True)
class Given:
    """Read it as a sentence: given(events).when(command).then(events), then what else it did."""

    decider: Decider[Any, Any, Any]
    house: PaperHouse = field(default_factory=PaperHouse)
    past: tuple[Any, ...] = ()
    command: Any = None

    def given(self, *past: Any) -> "Given":
        return replace(self, past=past)

    def when(self, command: Any) -> "Given":
        return replace(self, command=command)

    def decision(self) -> Decision[Any]:
        state = self.decider.replay(self.past)
        return self.decider.decide(state, self.command, self.house)

    def then(self, *events: Any) -> "Given":
        assert list(events) == [fact.event for fact in self.decision().facts]
        return self

    def posting(self, *legs: tuple[Any, ...]) -> "Given":
        """Compare (account, amount_minor) or (account, amount_minor, currency)."""
        posted = [p for fact in self.decision().facts for p in fact.postings]
        assert is_balanced(posted)
        assert [(*leg, "MTL")[:3] for leg in legs] == [
            (p.account, p.amount_minor, p.currency) for p in posted
        ]
        return self

    def noticing(self, *codes: str) -> "Given":
        assert list(codes) == [notice.code for notice in self.decision().notices]
        return self

    def flagging(self, *exceptions: tuple[str, str]) -> "Given":
        """Compare (reason, obligation)."""
        found = [(note.reason, note.obligation) for note in self.decision().exceptions]
        assert list(exceptions) == found
        return self

    def then_refused(self, reason: StrEnum) -> Refused:
        with pytest.raises(Refused) as refused:
            self.decision()
        assert refused.value.reason is reason
        assert len(refused.value.text) > len("say what to do")
        return refused.value


class PaperBook:
    """A domain's book in memory: commands to their streams, events to all streams they touch."""

    def __init__(self, domain: Domain, house: PaperHouse | None = None) -> None:
        self.domain, self.house = domain, house or PaperHouse()
        self.house.initial = {n: decider.initial for n, decider in domain.aggregates.items()}
        self.decisions: list[tuple[str, Decision[Any]]] = []

    def record(self, command: Any, document: SealedParticulars | None = None) -> Decision[Any]:
        """Decide a command, take in what it caused, and return it."""
        house, occurred_at = self.house, command.header.occurred_at.ToDatetime(tzinfo=UTC)
        house.is_after, house.sealed = self.domain.is_after(command), document
        house.gaming_day = CALENDAR.day_of(occurred_at).isoformat()
        stream = self.domain.streams[type(command)](command)
        decider = self.domain.decider_of(stream)
        decision = decider.decide(house.stream(stream), command, house)
        for fact in decision.facts:
            self.admit(stream, fact)
        self.decisions.append((stream, decision))
        return decision

    def admit(self, stream: str, fact: Fact[Any]) -> None:
        """Take in one fact, as every reader of the book would."""
        assert is_balanced(fact.postings), fact
        touched = self.domain.touches.get(type(fact.event), lambda _: ())(fact.event)
        for name in (fact.stream or stream, *touched):
            decider = self.domain.decider_of(name)
            self.house.streams[name] = decider.evolve(self.house.stream(name), fact.event)
        for posting in fact.postings:
            self.house.balances[posting.account, posting.currency] += posting.amount_minor

    @property
    def facts(self) -> list[Fact[Any]]:
        """Return all that happened, in order."""
        return [fact for _, decision in self.decisions for fact in decision.facts]
