"""Event to queryable: from sending a command to its rows, at so many events a second."""

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from loadtest.bench.answered import receipts_of_batches, recorded
from loadtest.bench.bench_run import BenchRun
from loadtest.bench.figure import percentile
from loadtest.bench.raw_channel import RawChannel
from loadtest.bench.record_batch import PATH, batches
from loadtest.bench.rows import RowsBehind, Seen, seen
from services.warehouse.client import Warehouse

_PAUSE_S: Final = 0.01
_LAST_ROWS_WITHIN_S: Final = 10.0
_EVENTS_PER_SECOND: Final = 500
_COMMANDS_A_REQUEST: Final = 10
_SECONDS: Final = 20
_MOST_P99_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Lag:
    """Milliseconds from sending to queryable, and the rate that was kept."""

    p50_ms: float
    p99_ms: float
    events_per_second: float


@dataclass(slots=True)
class RowWatch:
    """Asks ClickHouse again and again, in a thread of its own, how far the rows are."""

    warehouse: Warehouse
    book: str
    advances: list[Seen] = field(default_factory=list)
    _last: int = 0
    _ends: float = 0.0
    _may_end: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Ask until the last sequence is there, or raise RowsBehind once the limit is over."""
        while not (self._may_end.is_set() and self._reached >= self._last):
            if self._may_end.is_set() and time.monotonic() > self._ends:
                raise RowsBehind(f"{self.book}: rows through {self._reached} of {self._last}")
            now = seen(self.warehouse, self.book)
            if now.sequence > self._reached:
                self.advances.append(now)
            time.sleep(_PAUSE_S)

    def end_at(self, sequence: int) -> None:
        """Tell the last sequence that is waited for, some seconds at most."""
        self._last, self._ends = sequence, time.monotonic() + _LAST_ROWS_WITHIN_S
        self._may_end.set()

    @property
    def _reached(self) -> int:
        return self.advances[-1].sequence if self.advances else 0


async def measure_lag(run: BenchRun) -> None:
    """Measure at 500 events a second, with the streams worker at the end of the book."""
    every_s = _COMMANDS_A_REQUEST * run.events_per_command / _EVENTS_PER_SECOND
    commands = run.mix.take(int(_SECONDS / every_s) * _COMMANDS_A_REQUEST)
    watch = RowWatch(run.bench.warehouse(), run.book)
    found = await lag(run.ledger, batches(commands, _COMMANDS_A_REQUEST), every_s, watch)
    run.figures.note("queryable_at", found.events_per_second, "events/s")
    run.figures.note("event_to_queryable_p50", found.p50_ms, "ms")
    run.figures.at_most("event_to_queryable_p99", found.p99_ms, _MOST_P99_MS, unit="ms")


async def lag(
    channel: RawChannel, requests: Sequence[bytes], every_s: float, watch: RowWatch
) -> Lag:
    """Send one request each `every_s`, whatever became of the last; return how late rows were."""
    call, sent_at, answers = channel.call(PATH), [], []
    watching = asyncio.create_task(asyncio.to_thread(watch.run))
    began = time.monotonic()
    for number, request in enumerate(requests):
        await asyncio.sleep(max(0.0, began + number * every_s - time.monotonic()))
        sent_at.append(time.monotonic())
        answers.append(asyncio.ensure_future(call(request)))
    took_s = time.monotonic() - began
    ends = []
    events = 0
    for answer in await asyncio.gather(*answers):
        done = recorded(receipts_of_batches([answer]))
        ends.append(done.last_sequence)
        events += done.events
    watch.end_at(max(ends))
    await watching
    lags_ms = [
        (_first_seen(watch.advances, end) - at) * 1e3 for at, end in zip(sent_at, ends, strict=True)
    ]
    return Lag(percentile(lags_ms, 50), percentile(lags_ms, 99), events / took_s)


def _first_seen(advances: Sequence[Seen], sequence: int) -> float:
    return next(advance.at for advance in advances if advance.sequence >= sequence)
