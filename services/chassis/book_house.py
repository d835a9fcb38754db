"""Book house: the House that one book's decisions see, filled in for each command."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Protocol
from zoneinfo import ZoneInfo

from countroom.ledger.v1.event_pb2 import BookSequence
from countroom.ledger.v1.header_pb2 import Actor, Timing
from countroom.ledger.v1.person_pb2 import SealedParticulars

from services.chassis.book_memory import BookMemory
from services.kernel.gaming_day import GamingCalendar
from services.kernel.house import CasinoTerms
from services.kernel.visits import Visit

# Zones change their offset on the quarter of an hour, gaming days on the hour.
_SLOT_S: Final = 15 * 60


class Facts(Protocol):
    """A casino's facts from other books, or from its own where the book is the source of them."""

    @property
    def terms(self) -> CasinoTerms | None:
        """Return what the casino was registered with, or None before it is."""

    @property
    def is_stale(self) -> bool:
        """Say whether a needed book has not been confirmed read to its end for 5 s."""

    @property
    def sequences(self) -> Sequence[BookSequence]:
        """Return how far each book has been read."""

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        """Return the licence in force that covers the function, or ""."""

    def licence_of(self, employee_id: str, at_seconds: int) -> str:
        """Return the employee's licence in force, whatever it covers, or ""."""

    def visits(self, person: str) -> tuple[Visit, ...]:
        """Return the newest visits under a token."""

    def tokens_of_document(self, document_index: bytes) -> frozenset[str]:
        """Return the tokens that produced a document."""

    def linked(self, person: str) -> frozenset[str]:
        """Return the person's other tokens."""


_UNREGISTERED: Final = CasinoTerms("", "", "", 1, "UTC", 0, 0)


class BookHouse:
    """The kernel's House over one book's memory and its casino's facts."""

    def __init__(self, memory: BookMemory, facts: Facts, partition: int) -> None:
        """Take the book's memory, the facts, and the partition that a new casino would get."""
        self._memory, self._facts, self.partition = memory, facts, partition
        self._at_seconds = 0
        self.caller, self.gaming_day = "", ""
        self.sealed: SealedParticulars | None = None
        self.is_after = False

    def begin(
        self,
        at_seconds: int,
        caller: str,
        sealed: SealedParticulars | None,
        *,
        is_after: bool,
    ) -> None:
        """Take up the next command: when it happened, who calls, what it brought."""
        self._at_seconds, self.caller, self.sealed, self.is_after = (
            at_seconds,
            caller,
            sealed,
            is_after,
        )
        self.gaming_day = self.day_of(at_seconds)

    @property
    def terms(self) -> CasinoTerms:
        """Return what the casino was registered with; empty words before it is."""
        return self._facts.terms or _UNREGISTERED

    @property
    def rulebook(self) -> str:
        """Return the rulebook in force, e.g. "malta_1998@1"."""
        return self.terms.rulebook

    @property
    def is_stale(self) -> bool:
        """Say whether the facts are too old to ask what has not happened yet."""
        return self._facts.is_stale

    @property
    def sequences(self) -> Sequence[BookSequence]:
        """Return how far the other books had been read."""
        return self._facts.sequences

    @property
    def timing(self) -> Timing:
        """Return whether the command asked or told."""
        return Timing.TIMING_AFTER if self.is_after else Timing.TIMING_BEFORE

    def actor(self, actor: Actor) -> Actor:
        """Return the command's actor with the licence in force at the time."""
        licence_id = self._facts.licence_of(actor.employee_id, self._at_seconds)
        return Actor(
            employee_id=actor.employee_id, terminal_id=actor.terminal_id, licence_id=licence_id
        )

    def day_of(self, at_seconds: int) -> str:
        """Return the gaming day of a moment, e.g. "1998-06-30"."""
        terms = self.terms
        return _day_of(terms.zone, terms.day_changes_at_hour, at_seconds // _SLOT_S)

    def accounting_day(self, recorded_seconds: int) -> str:
        """Return the day open when recorded: before a first close, the moment's gaming day."""
        return self.day_of(recorded_seconds)

    def stream(self, name: str) -> Any:
        """Return the state of another stream of this book."""
        return self._memory.state(name)

    def balance_minor(self, account: str, currency: str) -> int:
        """Return the book's balance of an account in minor units."""
        return self._memory.balances.get((account, currency), 0)

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        """Return the licence in force that covers the function, or ""."""
        return self._facts.licence(employee_id, function, at_seconds)

    def visits(self, person: str) -> tuple[Visit, ...]:
        """Return the newest visits under a token."""
        return self._facts.visits(person)

    def tokens_of_document(self, document_index: bytes) -> frozenset[str]:
        """Return the tokens that produced a document in other books."""
        return self._facts.tokens_of_document(document_index)

    def linked(self, person: str) -> frozenset[str]:
        """Return the person's other tokens that other books know of."""
        return self._facts.linked(person)


@lru_cache(maxsize=4096)
def _day_of(zone: str, changes_at_hour: int, slot: int) -> str:
    calendar = GamingCalendar(ZoneInfo(zone), changes_at_hour)
    return calendar.day_of(datetime.fromtimestamp(slot * _SLOT_S, UTC)).isoformat()
