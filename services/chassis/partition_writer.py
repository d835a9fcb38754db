"""Partition writer: group commit. While one Kafka transaction commits, the next commands gather."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from services.chassis.book_memory import BookMemory
from services.chassis.command_index import CommandIndex, Entry
from services.chassis.commit import Commit
from services.chassis.kafka_log import LogWriter, Record, WriterDone
from services.chassis.pages import Page
from services.chassis.recent_ids import RecentIds

# What may gather while a commit is in flight; more is turned away until the log has caught up.
MOST_GATHERED_EVENTS: Final = 20_000


# The client waits for a commit's answer without end, and may have lost the question.
COMMIT_LIMIT_S: Final = 9.0

COMPANY_WAIT_S: Final = 0.001
COMPANY_WAITS: Final = 4


class InDoubt(Exception):
    """Whether the last commit stands is unknown: this process answers nothing more."""


@dataclass(frozen=True, slots=True)
class CommittedPages:
    """What one commit put into the log, for whoever follows."""

    pages: tuple[tuple[int, Page], ...]
    next_offset: int
    took_s: float


class PartitionWriter:
    """The one writer of a partition. Everything but the append itself runs in the event loop."""

    def __init__(
        self,
        log: LogWriter,
        topic: str,
        partition: int,
        index: CommandIndex,
        memories: dict[str, BookMemory],
    ) -> None:
        """Take the fenced log, and the memories as replayed to its end."""
        self._log, self._topic, self._partition = log, topic, partition
        self._index, self._memories = index, memories
        self._thread = ThreadPoolExecutor(1, f"commit-{partition}")
        self._gathering = self._new_commit()
        self._in_flight: Commit | None = None
        self._recent: dict[str, RecentIds] = {}
        self._woken = asyncio.Event()
        self._last_commands = 0
        self._stopping = False
        self.failure: WriterDone | None = None
        self.on_commit: list[Callable[[CommittedPages], None]] = []
        self.on_close_of_gathering: Callable[[], None] = lambda: None

    @property
    def is_full(self) -> bool:
        """Say whether so much waits that the next command must be turned away."""
        return self._gathering.events >= MOST_GATHERED_EVENTS

    def known(self, book: str, key: bytes) -> Entry | None:
        """Return a command's entry, committed or on its way."""
        if not self._recent_of(book).may_hold(key):
            return None
        kept = self._gathering.entries.get(key)
        if kept is None and self._in_flight is not None:
            kept = self._in_flight.entries.get(key)
        return Entry.from_bytes(kept) if kept is not None else self._index.get(key)

    def add(self, book: str, first_sequence: int, events: tuple[bytes, ...]) -> None:
        """Gather one decision's events; `settled` tells when they are in the log."""
        self._gathering.add(book, first_sequence, events, time.monotonic_ns())
        self._woken.set()

    def add_entry(self, book: str, key: bytes, entry: bytes) -> None:
        """Gather what a repeat of the decision's command is answered from."""
        self._gathering.entries[key] = entry
        self._recent_of(book).add(key)

    def add_to_directory(self, record: Record) -> None:
        """Gather a line of the directory, to stand or fall with the events beside it."""
        self._gathering.directory.append(record)
        self._woken.set()

    def _recent_of(self, book: str) -> RecentIds:
        recent = self._recent.get(book)
        if recent is None:
            recent = self._recent[book] = RecentIds(self._index.highest(book))
        return recent

    async def settled(self) -> None:
        """Return once everything decided so far is committed; raise InDoubt if that is unknown.

        No answer leaves before: not a receipt, nor a repeat, a refusal or a query, since each may
        rest on what was decided just now.
        """
        if self.failure is not None:
            raise InDoubt
        if self._gathering.events or self._gathering.directory:
            # A caller who hangs up must not stop the commit of what the book has numbered.
            await asyncio.shield(self._gathering.done)
        elif self._in_flight is not None:
            await asyncio.shield(self._in_flight.done)

    async def run(self) -> None:
        """Commit until stopped; return once a commit is in doubt or everything is in the log."""
        while self.failure is None:
            if not (self._gathering.events or self._gathering.directory):
                if self._stopping:
                    return
                self._woken.clear()
                await self._woken.wait()
                continue
            await self._wait_for_company()
            await self._commit_gathered()

    def stop(self) -> None:
        """Let `run` end after what has gathered is committed."""
        self._stopping = True
        self._woken.set()

    def close(self) -> None:
        """Give up the producer."""
        self._thread.shutdown(wait=True)
        self._log.close()

    async def _wait_for_company(self) -> None:
        """Let a commit fill up for a moment where the last one had several commands.

        A Kafka transaction costs about two milliseconds of processor time whatever is in it. Those
        who were answered just now are likely to ask again; one who asks alone never waits.
        """
        wanted = self._last_commands - 1
        for _ in range(COMPANY_WAITS):
            if len(self._gathering.entries) >= wanted or self._stopping:
                return
            await asyncio.sleep(COMPANY_WAIT_S)

    async def _commit_gathered(self) -> None:
        commit, self._gathering = self._gathering, self._new_commit()
        self._last_commands = len(commit.entries)
        self._in_flight = commit
        self.on_close_of_gathering()
        loop = asyncio.get_running_loop()
        try:
            appending = loop.run_in_executor(self._thread, self._append, commit)
            committed = await asyncio.wait_for(appending, COMMIT_LIMIT_S)
        except Exception as error:  # noqa: BLE001 - whatever failed, the commit is in doubt
            self._fail(commit, error)
            return
        for _, page in committed.pages:
            self._memories[page.book].tip = page.hash
        self._in_flight = None
        commit.done.set_result(None)
        for tell in self.on_commit:
            tell(committed)

    def _append(self, commit: Commit) -> CommittedPages:
        tips = {book: self._memories[book].tip for book in commit.decisions}
        made = commit.pages(tips)
        records = [self._record(page, value) for page, value in made] + commit.directory
        offsets = self._log.append(records)[: len(made)]
        pages = tuple(zip(offsets, (page for page, _ in made), strict=True))
        next_offset = offsets[-1] + 1 if offsets else self._index.next_offset
        places = [(page.book, page.first_sequence, offset) for offset, page in pages]
        self._index.put(commit.entries.items(), places, next_offset)
        return CommittedPages(pages, next_offset, (time.monotonic_ns() - commit.began_ns) / 1e9)

    def _record(self, page: Page, value: bytes) -> Record:
        headers = (
            ("first_sequence", str(page.first_sequence).encode()),
            ("count", str(len(page.events)).encode()),
        )
        return Record(self._topic, self._partition, page.book.encode(), value, headers)

    def _fail(self, commit: Commit, error: Exception) -> None:
        self.failure = error if isinstance(error, WriterDone) else WriterDone(str(error))
        self.failure.__cause__ = error.__cause__ or error
        for doubtful in (commit, self._gathering):
            doubtful.done.set_exception(InDoubt())
            # Retrieved here, so that a commit nobody waits for is no warning.
            doubtful.done.exception()

    def _new_commit(self) -> Commit:
        return Commit(asyncio.get_running_loop().create_future())
