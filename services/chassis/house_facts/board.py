"""Board: every casino's facts that a partition's decisions may use, and how fresh they are."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from countroom.compliance.v1.compliance_events_pb2 import TokenRevoked
from countroom.ledger.v1.event_pb2 import BookSequence, Event
from google.protobuf.message import Message

from services.chassis.house_facts.compliance_facts import ComplianceFacts
from services.kernel.house import CasinoTerms
from services.kernel.visits import Visit

STALE_AFTER_S: Final = 5.0


class Freshness:
    """When the source of a partition's facts was last confirmed read to its end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin as never confirmed."""
        self._clock, self._confirmed_at = clock, float("-inf")

    def confirm(self, read_at: float) -> None:
        """Say that at `read_at`, by the same clock, nothing was left to read."""
        self._confirmed_at = max(self._confirmed_at, read_at)

    @property
    def age_s(self) -> float:
        """Return the seconds since the last confirmation; infinite before the first."""
        return self._clock() - self._confirmed_at

    @property
    def is_stale(self) -> bool:
        """Say whether what has not happened yet must wait."""
        return self.age_s > STALE_AFTER_S


class OwnFreshness(Freshness):
    """The freshness of facts that the book itself records: they are never behind."""

    @property
    def age_s(self) -> float:
        """Return 0."""
        return 0.0


class CasinoFacts:
    """One casino's facts; the book house's Facts."""

    def __init__(self, book: str, freshness: Freshness, *, is_own: bool) -> None:
        """Begin empty. A book's own facts name no other book's sequence."""
        self._book, self._freshness, self._is_own = book, freshness, is_own
        self.compliance = ComplianceFacts()
        self.sequences: Sequence[BookSequence] = ()

    def evolve(self, event: Event, fact: Message) -> None:
        """Take in the next event of the casino's compliance book."""
        self.compliance.evolve(event, fact)
        if not self._is_own:
            self.sequences = (BookSequence(book=self._book, sequence=event.sequence),)

    @property
    def terms(self) -> CasinoTerms | None:
        """Return what the casino was registered with, or None before it is."""
        return self.compliance.terms

    @property
    def is_stale(self) -> bool:
        """Say whether the facts are too old to ask what has not happened yet."""
        return self._freshness.is_stale

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        """Return the licence in force that covers the function, or ""."""
        return self.compliance.licence(employee_id, function, at_seconds)

    def licence_of(self, employee_id: str, at_seconds: int) -> str:
        """Return the employee's licence in force, whatever it covers, or ""."""
        return self.compliance.licence_of(employee_id, at_seconds)

    def visits(self, person: str) -> tuple[Visit, ...]:
        """Return the newest visits under a token."""
        return self.compliance.visits(person)

    def tokens_of_document(self, document_index: bytes) -> frozenset[str]:
        """Return the tokens that produced a document."""
        return self.compliance.tokens_of_document(document_index)

    def linked(self, person: str) -> frozenset[str]:
        """Return the person's other tokens."""
        return self.compliance.linked(person)


class Board:
    """The facts of every casino of one partition."""

    def __init__(
        self, freshness: Freshness, revoke: Callable[[str], None], *, is_own: bool
    ) -> None:
        """Take who is told of a revoked token."""
        self.freshness, self._revoke, self._is_own = freshness, revoke, is_own
        self.casinos: dict[str, CasinoFacts] = {}

    def of(self, casino_id: str) -> CasinoFacts:
        """Return a casino's facts; empty ones where nothing is known of it yet."""
        facts = self.casinos.get(casino_id)
        if facts is None:
            book = f"{casino_id}/compliance"
            facts = CasinoFacts(book, self.freshness, is_own=self._is_own)
            self.casinos[casino_id] = facts
        return facts

    def restore(self, casino_id: str, compliance: ComplianceFacts) -> None:
        """Go on from a casino's facts as a snapshot kept them; a token revoked once stays so."""
        self.of(casino_id).compliance = compliance
        for token_id in compliance.revoked:
            self._revoke(token_id)

    def evolve(self, event: Event, fact: Message) -> None:
        """Take in the next event of a compliance book."""
        facts = self.of(event.book.partition("/")[0])
        facts.evolve(event, fact)
        if isinstance(fact, TokenRevoked):
            self._revoke(fact.token_id)
