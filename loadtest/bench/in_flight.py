"""Calls with so many in flight: how many a second are answered, and how long one takes."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from loadtest.bench.figure import percentile

Call = Callable[[bytes], Awaitable[bytes]]
"""Sends a request that was made before, as bytes, and returns the answer's bytes."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Answers a second, and the milliseconds from a request to its answer."""

    per_second: float
    p50_ms: float
    p99_ms: float
    answers: Sequence[bytes]


async def timed(call: Call, requests: Sequence[bytes], in_flight: int) -> Timing:
    """Send every request once, `in_flight` at a time; a call that fails raises."""
    waiting, took_s, answers = iter(requests), [], []

    async def lane() -> None:
        for request in waiting:
            began = time.perf_counter()
            answers.append(await call(request))
            took_s.append(time.perf_counter() - began)

    began = time.perf_counter()
    try:
        async with asyncio.TaskGroup() as lanes:
            for _ in range(in_flight):
                lanes.create_task(lane())
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from failed  # the lanes fail alike: one of them says it
    seconds = time.perf_counter() - began
    return Timing(
        len(requests) / seconds,
        percentile(took_s, 50) * 1e3,
        percentile(took_s, 99) * 1e3,
        answers,
    )
