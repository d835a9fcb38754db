"""Live partition: a partition open for writing, its books, its follow-on readers and snapshots."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import structlog

from services.chassis.book import Book, Recorded, TornMemory
from services.chassis.book_house import BookHouse
from services.chassis.directory import casino_line
from services.chassis.envelope import Asked
from services.chassis.pages import Page
from services.chassis.partition import Partition, committed
from services.chassis.partition_writer import CommittedPages, PartitionWriter
from services.chassis.snapshot import Snapshot

RECENT_PAGES: Final = 256
_log = structlog.get_logger()


class LivePartition:
    """Where commands of a partition's casinos are decided. Lives in the event loop."""

    def __init__(
        self, partition: Partition, writer: PartitionWriter, snapshot_every_events: int
    ) -> None:
        """Take the replayed partition and its fenced writer."""
        self.partition, self.writer = partition, writer
        self._books: dict[str, Book] = {}
        self._every = snapshot_every_events
        self._snapshot_at = partition.events + snapshot_every_events
        self._frozen: Snapshot | None = None
        self._keeping: asyncio.Future[int] | None = None
        self.recent: deque[Page] = deque(maxlen=RECENT_PAGES)
        self.changed = asyncio.Event()
        self.on_torn: Callable[[], None] = lambda: None
        writer.on_close_of_gathering = self._freeze_if_due
        writer.on_commit.append(self._committed)

    def book(self, casino_id: str) -> Book:
        """Return a casino's book."""
        book = self._books.get(casino_id)
        if book is None:
            partition = self.partition
            memory = partition.memory(f"{casino_id}/{partition.domain.service}")
            house = BookHouse(memory, partition.board.of(casino_id), partition.number)
            book = Book(memory, house, self.writer.known)
            self._books[casino_id] = book
        return book

    def is_registered(self, casino_id: str) -> bool:
        """Say whether the casino's registration is known here."""
        facts = self.partition.board.casinos.get(casino_id)
        return facts is not None and facts.terms is not None

    def record(self, casino_id: str, asked: Asked) -> Recorded:
        """Decide a command and gather its events; `writer.settled` before the answer leaves."""
        book = self.book(casino_id)
        first = book.memory.sequence + 1
        was_registered = self.is_registered(casino_id)
        try:
            recorded = book.record(asked)
        except TornMemory:
            self.on_torn()
            raise
        if recorded.events:
            self.writer.add(book.memory.name, first, recorded.events)
            self.writer.add_entry(book.memory.name, recorded.key, recorded.entry)
            if not was_registered and self.is_registered(casino_id):
                self.writer.add_to_directory(casino_line(casino_id, self.partition.number))
        return recorded

    def keep_snapshot(self) -> None:
        """Write a snapshot now; only while nothing gathers or is in flight."""
        frozen = self.partition.freeze()
        self.partition.keep(committed(frozen, (), self.partition.next_offset))

    def _freeze_if_due(self) -> None:
        """Copy the books at the edge of a commit: then they are exactly what the log will hold."""
        if self.partition.events >= self._snapshot_at and self._keeping is None:
            self._frozen = self.partition.freeze()
            self._snapshot_at = self.partition.events + self._every

    def _committed(self, done: CommittedPages) -> None:
        self.partition.next_offset = done.next_offset
        self.recent.extend(page for _, page in done.pages)
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()
        if self._frozen is not None:
            snapshot, self._frozen = committed(self._frozen, done.pages, done.next_offset), None
            loop = asyncio.get_running_loop()
            started = time.monotonic()
            self._keeping = loop.run_in_executor(None, self.partition.keep, snapshot)
            self._keeping.add_done_callback(lambda kept: self._kept(kept, started))

    def _kept(self, kept: "asyncio.Future[int]", started: float) -> None:
        self._keeping = None
        error = kept.exception()
        if error is not None:  # the log has everything: a snapshot is only a shortcut
            _log.error("snapshot_failed", error=type(error).__name__)
            return
        _log.info("snapshot_kept", bytes=kept.result(), took_s=round(time.monotonic() - started, 3))
