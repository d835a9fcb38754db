"""Flusher: what has gathered, written: rows first, then cursors, one flush after another."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event
from typing import Final

import structlog

from services.streams.casino_state import CasinoState
from services.streams.partition import Partition
from services.streams.row_buffer import RowBuffer
from services.streams.session_rows import take_session_rows
from services.streams.streams_metrics import StreamsMetrics
from services.streams.warehouse_cursors import READER, cursor_rows
from services.warehouse.client import Warehouse
from services.warehouse.writer import INSERT_EVERY_S, Rows, Writer, WriterStopped

TOKENS_KEPT: Final = 100_000  # persons' tokens of a casino in memory; others are loaded again
GIVE_UP_AFTER_S: Final = 5.0
STUCK_AFTER_S: Final = 10.0
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Batch:
    """One flush: its rows and cursors, and what may be dropped once they are written."""

    rows: Sequence[Rows]
    cursors: Rows
    settled: Sequence[tuple[CasinoState, int, list[str]]]
    through: Sequence[tuple[str, int, int]]
    events: int
    began: float


class Flusher:
    """Gathers rows and writes them, in a thread, at most every INSERT_EVERY_S."""

    def __init__(
        self, connect: Callable[[], Warehouse], metrics: StreamsMetrics, tokens_kept: int
    ) -> None:
        """Take how to connect; nothing runs until `run` does."""
        self.rows = RowBuffer()
        self.partitions: Sequence[Partition] = ()
        self.on_flushed: Callable[[], None] = lambda: None
        self._metrics, self._tokens_kept = metrics, tokens_kept
        self._giving_up = Event()
        self._writer = Writer(connect, self._giving_up, lambda _: metrics.warehouse_losses.inc())
        self._flushing = asyncio.Lock()
        self._something, self._room = asyncio.Event(), asyncio.Event()
        self._unflushed, self._gathered, self._gathered_at = 0, 0, 0.0
        self._was_given_up, self._flush_began = False, 0.0

    def gathered(self, events: int) -> None:
        """Say that events were folded, or that a position moved; the next flush takes them."""
        if not self._something.is_set():
            self._gathered_at = time.monotonic()
            self._something.set()
        self._unflushed += events
        self._gathered += events

    async def room(self, at_most: int) -> None:
        """Return once fewer events than this wait to be written."""
        while self._unflushed >= at_most:
            self._room.clear()
            await self._room.wait()

    async def run(self) -> None:
        """Flush for ever what gathers."""
        while True:
            await self._something.wait()
            began = time.monotonic()
            with suppress(WriterStopped):  # given up with its partitions: nothing is left to flush
                await self.flush()
            await asyncio.sleep(max(0.0, began + INSERT_EVERY_S - time.monotonic()))

    async def flush(self) -> None:
        """Write all that has gathered; raise WriterStopped where it was given up."""
        async with self._flushing:
            if not self._something.is_set():
                return
            if self._was_given_up:
                raise WriterStopped("an earlier flush")  # its cursors would cover what it lost
            batch, self._flush_began = self._take(), time.monotonic()
            try:
                await asyncio.to_thread(self._write, batch)
            except WriterStopped:
                self._was_given_up = True
                raise
            self._written(batch)
        self.on_flushed()

    async def flush_or_give_up(self) -> None:
        """Write all that has gathered, or drop it: it is not lost, for no cursor covers it."""
        timer = asyncio.get_running_loop().call_later(GIVE_UP_AFTER_S, self._giving_up.set)
        try:
            await self.flush()
        except WriterStopped:
            _log.warning("rows_given_up", count=self._unflushed)
        finally:
            timer.cancel()

    def forget(self) -> None:
        """Drop what is left and begin anew, with no partition."""
        self.partitions, self.rows = (), RowBuffer()
        self._something.clear()
        self._giving_up.clear()
        self._was_given_up = False
        self._unflushed = self._gathered = 0
        self._room.set()

    def faults(self) -> str:
        """Return what keeps rows from being written, "" for nothing."""
        waiting_s = time.monotonic() - self._flush_began if self._flushing.locked() else 0.0
        return f"no row was taken for {waiting_s:.0f} s" if waiting_s > STUCK_AFTER_S else ""

    def close(self) -> None:
        """Give up the connection."""
        self._giving_up.set()
        self._writer.close()

    def _take(self) -> _Batch:
        """Take everything at one instant, so that rows and cursors say the same."""
        self._something.clear()
        settled = []
        for state in _casinos(self.partitions):
            for row in take_session_rows(state):
                self.rows.add("patron_session", row)
            settled.append((state, *state.next_flush()))
        moved = [
            (book, p.cursors[book].sequence, p.read_through.get(book, 0))
            for p in self.partitions
            for book in p.moved
        ]
        events, self._gathered = self._gathered, 0
        cursors = cursor_rows(self.partitions)
        return _Batch(self.rows.take(), cursors, settled, moved, events, self._gathered_at)

    def _write(self, batch: _Batch) -> None:
        self._writer.write([*batch.rows, batch.cursors])

    def _written(self, batch: _Batch) -> None:
        for state, flush, settled in batch.settled:
            state.flushed(flush, settled, self._tokens_kept)
        self._unflushed -= batch.events
        self._room.set()
        for book, written, read in batch.through:
            self._metrics.written_sequence.labels(book).set(written)
            self._metrics.lag_sequences.labels(READER, book).set(max(0, read - written))
        for rows in batch.rows:
            self._metrics.rows.labels(rows.table).inc(rows.count)
        self._metrics.flush_seconds.observe(time.monotonic() - batch.began)


def _casinos(partitions: Iterable[Partition]) -> list[CasinoState]:
    return [state for partition in partitions for state in partition.casinos.values()]
