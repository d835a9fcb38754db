"""Partition: the books of one partition number, each at its cursor.

A book that can't be gone on with is stopped, loudly, and stays where it is; the others go on.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import structlog
from google.protobuf.message import DecodeError

from services.chassis.kafka_log import events_topic
from services.chassis.pages import BrokenChain, MalformedPage, Page, read_page
from services.kernel.oneof import UnknownEvent
from services.streams.casino_fold import fold_page
from services.streams.casino_state import CasinoState
from services.streams.page_cursor import PageCursor, after, is_new
from services.streams.projections.exchange import ExchangeMissing
from services.streams.projections.facts import PAYLOADS
from services.streams.projections.reading import Misplaced, Reading
from services.streams.read_page import reading_of
from services.streams.row_buffer import RowBuffer

WAITING_BYTES_AT_MOST: Final = 256 << 20  # of pages as they are in the log


class CasinoUnknown(Exception):
    """A book's casino was never registered, as far as could be read."""


STOPPING: Final = (
    MalformedPage, BrokenChain, Misplaced, UnknownEvent, ExchangeMissing, DecodeError,
    CasinoUnknown, KeyError, ValueError,
)  # fmt: skip
"""What the content of a page can be found to be, besides good: its book goes no further."""
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Stop:
    """Where and why a book goes no further."""

    topic: str
    offset: int
    reason: str


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """A page that came before its casino was known, as the log has it, and the cursor after it."""

    book: str
    topic: str
    offset: int
    value: bytes
    after: PageCursor


@dataclass(slots=True)
class Partition:
    """One partition number over all topics, as far as this worker has come.

    `positions`: by topic, the offset after the last page looked at. `moved`: books whose cursor has
    to be written. `read_through`: by book, the last sequence seen, folded or not.
    """

    number: int
    positions: dict[str, int] = field(default_factory=dict)
    cursors: dict[str, PageCursor] = field(default_factory=dict)
    casinos: dict[str, CasinoState] = field(default_factory=dict)
    stopped: dict[str, Stop] = field(default_factory=dict)
    waiting: dict[str, deque[WaitingPage]] = field(default_factory=dict)
    waiting_bytes: int = 0
    moved: set[str] = field(default_factory=set)
    read_through: dict[str, int] = field(default_factory=dict)

    def read(self, topic: str, offset: int, key: bytes, value: bytes) -> Reading | None:
        """Return the reading of a page that goes on with its book; None for any other page."""
        book = key.decode(errors="replace")
        if book in self.stopped:
            return None
        try:
            page = read_page(value)
            book = page.book
            if not is_new(self._cursor(book), page):
                return None
            self.read_through[book] = page.last_sequence
            if not self._is_known(book):
                self._wait(page, topic, offset, value)
                return None
            return reading_of(page, topic, self.number, offset)
        except STOPPING as error:
            self.stop(book, topic, offset, error)
            return None

    def passed(self, topic: str, offset: int) -> None:
        """Say that a record needs no second look: folded, waiting, stopped at or a repeat.

        Not before: between reading a page and folding it rows may be flushed, and the position that
        goes with them must not pass the page.
        """
        self.positions[topic] = offset + 1

    def fold(self, reading: Reading, rows: RowBuffer) -> None:
        """Fold a page whose state has been loaded, and move its book's cursor.

        A page that can't be folded may have left the casino's state half changed: then all books of
        the casino are stopped, and nothing of it is written.
        """
        state, of_page = self.casino(reading.casino_id), RowBuffer()
        try:
            fold_page(state, reading, of_page)
        except STOPPING as error:
            self.stop(reading.book, reading.topic, reading.offset, error)
            for service in PAYLOADS:
                other, topic = f"{reading.casino_id}/{service}", events_topic(service)
                if other not in self.stopped:
                    self.stop(other, topic, self.positions.get(topic, 0), error)
            state.forget_dirty()
            return
        rows.merge(of_page)
        self.cursors[reading.book] = after(reading)
        self.moved.add(reading.book)

    def no_longer_waiting(self, casino_id: str) -> Iterator[Reading]:
        """Yield the pages that waited for a casino to be known, once it is, each to be folded.

        A page waits until the next one is asked for: only then is it folded, and may be passed.
        """
        state = self.casinos.get(casino_id)
        if casino_id not in self.waiting or state is None or state.terms is None:
            return
        waiting = self.waiting[casino_id]
        while waiting:
            yield from self._readings(waiting[0])
            self.waiting_bytes -= len(waiting.popleft().value)
        del self.waiting[casino_id]

    def casino(self, casino_id: str) -> CasinoState:
        """Return a casino's state; a new one where nothing was read of it."""
        state = self.casinos.get(casino_id)
        if state is None:
            state = self.casinos[casino_id] = CasinoState(casino_id)
        return state

    def stop(self, book: str, topic: str, offset: int, error: Exception) -> None:
        """Go no further with a book: no row may rest on what can't be trusted."""
        self.stopped[book] = Stop(topic, offset, f"{type(error).__name__}: {error}")
        _log.error("book_stopped", book=book, topic=topic, offset=offset, error=repr(error))

    def low_water(self, topic: str) -> int:
        """Return the offset from which the topic must be read again: all before is in the rows."""
        stopped = [stop.offset for stop in self.stopped.values() if stop.topic == topic]
        waiting = [r.offset for waits in self.waiting.values() for r in waits if r.topic == topic]
        return min([self.positions.get(topic, 0), *stopped, *waiting])

    def take_moved(self) -> set[str]:
        """Return the books whose cursor has moved since this was last asked."""
        moved, self.moved = self.moved, set()
        return moved

    def topic_of(self, book: str) -> str:
        """Return the topic that a book's pages are in."""
        return events_topic(book.partition("/")[2])

    def _readings(self, waited: WaitingPage) -> Iterator[Reading]:
        """Yield the reading of a page that waited, none where its book has been stopped."""
        if waited.book in self.stopped:
            return
        try:
            yield reading_of(read_page(waited.value), waited.topic, self.number, waited.offset)
        except STOPPING as error:
            self.stop(waited.book, waited.topic, waited.offset, error)

    def _cursor(self, book: str) -> PageCursor:
        """Return how far a book has been read, pages that wait included."""
        for waited in reversed(self.waiting.get(book.partition("/")[0], ())):
            if waited.book == book:
                return waited.after
        return self.cursors.get(book) or PageCursor()

    def _is_known(self, book: str) -> bool:
        """Say whether a book can be folded: the cashier's can't without the casino's terms."""
        casino_id, _, service = book.partition("/")
        return service != "cashier" or self.casino(casino_id).terms is not None

    def _wait(self, page: Page, topic: str, offset: int, value: bytes) -> None:
        self.waiting_bytes += len(value)
        if self.waiting_bytes > WAITING_BYTES_AT_MOST:
            raise CasinoUnknown(page.book)
        cursor = PageCursor(page.last_sequence, page.hash, offset + 1)
        waited = WaitingPage(page.book, topic, offset, value, cursor)
        self.waiting.setdefault(page.book.partition("/")[0], deque()).append(waited)
