"""Partition: all of a service's books whose casinos share it, opened from the log."""

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import structlog
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.message import Message

from services.chassis.book_memory import BookMemory
from services.chassis.command_index import CommandIndex
from services.chassis.house_facts.board import Board
from services.chassis.index_replay import entries_of
from services.chassis.kafka_log import CommittedLog
from services.chassis.pages import Page
from services.chassis.snapshot import FrozenBook, Snapshot, SnapshotFile
from services.kernel.domain import Domain
from services.kernel.oneof import Oneof

_INDEX_EVERY_PAGES: Final = 500
_log = structlog.get_logger()


class Partition:
    """Memories by book, moved on page by page: from a snapshot, the log, and then live."""

    def __init__(
        self,
        number: int,
        domain: Domain,
        index: CommandIndex,
        board: Board,
        snapshots: SnapshotFile,
    ) -> None:
        """Begin empty; `load` and `replay` fill it."""
        self.number, self.domain, self.index, self.board = number, domain, index, board
        self.payload = Oneof(domain.carrier)
        self.memories: dict[str, BookMemory] = {}
        self.next_offset = 0
        self._snapshots = snapshots
        self._unindexed: list[tuple[int, Page, list[tuple[bytes, bytes]]]] = []

    @property
    def events(self) -> int:
        """Return how many events its books hold."""
        return sum(memory.sequence for memory in self.memories.values())

    def memory(self, book: str) -> BookMemory:
        """Return a book's memory; an empty one for a book that has no event yet."""
        memory = self.memories.get(book)
        if memory is None:
            observer = self._observe if self.domain.service == "compliance" else None
            memory = BookMemory(book, self.domain, self.payload, observer)
            self.memories[book] = memory
        return memory

    def load(self) -> None:
        """Take up the newest snapshot, where there is one that this code may use."""
        snapshot = self._snapshots.read()
        if snapshot is None:
            return
        for frozen in snapshot.books:
            memory = self.memory(frozen.name)
            for field in ("sequence", "tip", "recorded_us", "sources"):
                setattr(memory, field, getattr(frozen, field))
            memory.states.update(frozen.states)
            memory.versions.update(frozen.versions)
            memory.balances.update(frozen.balances)
        if snapshot.facts is not None:
            for casino_id, facts in snapshot.facts.items():
                self.board.restore(casino_id, facts)
        self.next_offset = snapshot.next_offset

    def replay(self, log: CommittedLog, end: int) -> int:
        """Take in the log up to `end`, chain checked all the way; return how many events."""
        count, start = 0, min(self.next_offset, self.index.next_offset)
        gc.disable()  # replay only adds; collecting while it does costs a third of the time
        try:
            for offset, page in log.read(start, end):
                count += len(page.events)
                self._take_in(offset, page)
        finally:
            gc.enable()
        self._index_pending(end)
        self.next_offset = max(self.next_offset, end)
        return count

    def freeze(self) -> Snapshot:
        """Copy what the books add up to just now; offset and tips are set when it is committed."""
        books = tuple(
            FrozenBook(
                m.name, m.sequence, m.tip, m.recorded_us, dict(m.states), dict(m.versions),
                dict(m.balances), dict(m.sources),
            )
            for m in self.memories.values()
        )  # fmt: skip
        facts = None
        if self.domain.service == "compliance":
            facts = {c: f.compliance.copy() for c, f in self.board.casinos.items()}
        return Snapshot(0, books, facts)

    def keep(self, snapshot: Snapshot) -> int:
        """Write a snapshot to disk and return its size in bytes."""
        return self._snapshots.write(snapshot)

    def _take_in(self, offset: int, page: Page) -> None:
        memory = self.memory(page.book)
        if offset >= self.next_offset:
            facts = list(memory.replay(page))
        else:
            facts = [_unpacked(raw, self.payload) for raw in page.events]
        if offset >= self.index.next_offset:
            read = [
                (event, fact, raw) for (event, fact), raw in zip(facts, page.events, strict=True)
            ]
            self._unindexed.append((offset, page, list(entries_of(read, self.payload))))
            if len(self._unindexed) >= _INDEX_EVERY_PAGES:
                self._index_pending(offset + 1)

    def _index_pending(self, next_offset: int) -> None:
        pending, self._unindexed = self._unindexed, []
        if not pending and self.index.next_offset >= next_offset:
            return
        commands = [entry for _, _, entries in pending for entry in entries]
        pages = [(page.book, page.first_sequence, offset) for offset, page, _ in pending]
        self.index.put(commands, pages, next_offset)

    def _observe(self, event: Event, fact: Message) -> None:
        self.board.evolve(event, fact)


def state_folder(root: Path, service: str, partition: int) -> Path:
    """Return where a service keeps a partition's index and snapshot."""
    return root / f"{service}-{partition}"


def committed(snapshot: Snapshot, pages: Sequence[tuple[int, Page]], next_offset: int) -> Snapshot:
    """Return a frozen snapshot with the tips and the offset that its commit gave it."""
    tips = {page.book: page.hash for _, page in pages}
    books = tuple(
        FrozenBook(
            b.name, b.sequence, tips.get(b.name, b.tip), b.recorded_us, b.states, b.versions,
            b.balances, b.sources,
        )
        for b in snapshot.books
    )  # fmt: skip
    return Snapshot(next_offset, books, snapshot.facts)


def _unpacked(raw: bytes, payload: Oneof) -> tuple[Event, Message]:
    event = Event.FromString(raw)
    return event, payload.unpack(event.payload)
