"""Book memory: what a book's events add up to, moved on event by event, live or in replay."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.message import Message

from services.chassis.pages import FIRST_PREVIOUS_HASH, BrokenChain, Page, require_next
from services.kernel.domain import Domain
from services.kernel.oneof import Oneof

Observer = Callable[[Event, Message], None]


@dataclass(slots=True)
class BookMemory:
    """States by stream, balances by account and currency, and how far the book has come.

    `tip` is the hash of the last page taken in; the live writer sets it as it commits.
    """

    name: str
    domain: Domain
    payload: Oneof
    observer: Observer | None = None
    sequence: int = 0
    tip: bytes = FIRST_PREVIOUS_HASH
    recorded_us: int = 0
    states: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    balances: dict[tuple[str, str], int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)

    def state(self, stream: str) -> Any:
        """Return a stream's state; its aggregate's initial one where nothing happened yet."""
        state = self.states.get(stream)
        return self.domain.decider_of(stream).initial if state is None else state

    def admit(self, event: Event, fact: Message) -> None:
        """Take in the next event. Never refuses: what was recorded happened."""
        stream = event.stream
        self._evolve(stream, fact)
        self.versions[stream] = event.stream_version
        touches = self.domain.touches.get(type(fact))
        if touches is not None:
            for touched in touches(fact):
                self._evolve(touched, fact)
        balances = self.balances
        for posting in event.postings:
            key = (posting.account, posting.currency)
            balances[key] = balances.get(key, 0) + posting.amount_minor
        self.sequence = event.sequence
        if event.HasField("source"):
            self.sources[event.source.source_id] = event.source.source_sequence
        if self.observer is not None:
            self.observer(event, fact)

    def replay(self, page: Page) -> Iterator[tuple[Event, Message]]:
        """Take in the next page and yield its events; raise BrokenChain where it can't follow."""
        require_next(page, self.sequence, self.tip)
        for raw in page.events:
            event = Event.FromString(raw)
            if event.sequence != self.sequence + 1 or event.book != self.name:
                raise BrokenChain(f"{page.book}: {event.book} {event.sequence} inside a page")
            fact = self.payload.unpack(event.payload)
            self.admit(event, fact)
            yield event, fact
        self.recorded_us = event.recorded_at.ToMicroseconds()
        self.tip = page.hash

    def is_in_balance(self) -> bool:
        """Say whether the trial balance is zero in each currency."""
        totals: dict[str, int] = {}
        for (_, currency), amount_minor in self.balances.items():
            totals[currency] = totals.get(currency, 0) + amount_minor
        return not any(totals.values())

    def _evolve(self, stream: str, fact: Message) -> None:
        decider = self.domain.decider_of(stream)
        state = self.states.get(stream, decider.initial)
        self.states[stream] = decider.evolve(state, fact)
