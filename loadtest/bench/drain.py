"""Drain: one streams worker on a full topic, from pages to event, posting and session rows."""

from dataclasses import dataclass
from typing import Final

from loadtest.bench.bench_run import BenchRun
from loadtest.bench.bench_stack import BenchStack
from loadtest.bench.cpu import ProcessCpu
from loadtest.bench.rows import seen_until

_LIMIT_S: Final = 300.0
_BACKLOG_EVENTS: Final = 200_000
_LEAST_PER_SECOND: Final = 20_000


@dataclass(frozen=True, slots=True)
class Drained:
    """Events a second from the first rows to the last, and the seconds from start to first rows."""

    events_per_second: float
    first_rows_after_s: float
    cpu_us_per_event: float


async def measure_drain(run: BenchRun) -> None:
    """Fill the topic, then start the worker."""
    missing = _BACKLOG_EVENTS - run.last_sequence
    if missing > 0:
        await run.record(int(missing / run.events_per_command))
    done = drained(run.bench, run.book, run.last_sequence)
    run.figures.note("streams_cpu", done.cpu_us_per_event, "us/event")
    run.figures.note("streams_backlog", run.last_sequence, "events")
    run.figures.note("streams_first_rows_after", done.first_rows_after_s, "s")
    least = _LEAST_PER_SECOND
    run.figures.at_least("streams_events", done.events_per_second, least, unit="events/s")


def drained(bench: BenchStack, book: str, last_sequence: int) -> Drained:
    """Start the worker, which has read nothing yet, and follow it to the end of the book."""
    warehouse = bench.warehouse()
    bench.streams.start()
    cpu = ProcessCpu(bench.streams.child.pid)
    advances = seen_until(warehouse, book, last_sequence, _LIMIT_S)
    begun, first, last = advances[0], advances[1], advances[-1]
    events = last.sequence - first.sequence
    cpu_us = cpu.us_each(last.sequence - begun.sequence)
    return Drained(events / (last.at - first.at), first.at - begun.at, cpu_us)
