"""Unary commands beside an empty gRPC echo of the same sizes, at 1 and at 64 in flight."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from deploy.local.child import Child
from deploy.local.ports import free_port, is_listening
from deploy.local.waiting import wait_until
from loadtest.bench.answered import receipts_of, recorded
from loadtest.bench.bench_run import BenchRun
from loadtest.bench.command_mix import CommandMix
from loadtest.bench.cpu import ProcessCpu
from loadtest.bench.echo_server import METHOD, SERVICE
from loadtest.bench.figure import Figures
from loadtest.bench.in_flight import Call, Timing, timed
from loadtest.bench.raw_channel import RawChannel
from loadtest.clients.ledger import CASHIER

ROUNDS: Final = 3
REQUESTS: Final = {1: 600, 64: 6_000}
"""Requests of a round by how many are in flight."""
_ANSWER_BYTES: Final = 190
"""A receipt's."""
_LEAST_RATIO: Final = 0.35
_ECHO_PATH: Final = f"/{SERVICE}/{METHOD}"
_STARTS_WITHIN_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Medians over the rounds: the ledger's and the echo's."""

    ledger: Timing
    echo: Timing


async def measure_unary(run: BenchRun) -> None:
    """Measure at each number in flight, and hold the most of them against the echo."""
    token = run.callers.desk_token()
    with echo_server(run.bench.folder, _ANSWER_BYTES) as address:
        async with RawChannel(address, token) as echo:
            for in_flight, requests in REQUESTS.items():
                cpu = ProcessCpu(run.bench.pid_of("cashier"))
                pair = await unary_beside_echo(run.ledger, echo, run.mix, in_flight)
                _note(run.figures, in_flight, pair)
                cpu_us = cpu.us_each(requests * ROUNDS)
                run.figures.note(f"unary_{in_flight}_cashier_cpu", cpu_us, "us/command")
    run.unary_per_second = pair.ledger.per_second
    ratio = pair.ledger.per_second / pair.echo.per_second
    run.figures.at_least("unary_to_echo_64_in_flight", ratio, _LEAST_RATIO)


async def unary_beside_echo(
    ledger: RawChannel, echo: RawChannel, mix: CommandMix, in_flight: int
) -> Pair:
    """Measure both in turns, so that whatever else the machine does meets both alike."""
    ledger_rounds, echo_rounds = [], []
    for _ in range(ROUNDS):
        requests = _requests(mix, REQUESTS[in_flight])
        bodies = [body for _, body in requests]
        echo_rounds.append(await timed(echo.call(_ECHO_PATH), bodies, in_flight))
        ledger_rounds.append(await _ledger(ledger, requests, in_flight))
    return Pair(_median(ledger_rounds), _median(echo_rounds))


@contextmanager
def echo_server(folder: Path, answer_bytes: int) -> Iterator[str]:
    """Run the empty service in a process of its own; yields its address."""
    port = free_port()
    child = Child("echo", folder)
    child.start([sys.executable, "-m", "loadtest.bench.echo_server", str(port), str(answer_bytes)])
    try:
        if not wait_until(lambda: is_listening(port), _STARTS_WITHIN_S):
            raise TimeoutError(child.tail())
        yield f"127.0.0.1:{port}"
    finally:
        child.stop(2.0)


async def _ledger(
    ledger: RawChannel, requests: Sequence[tuple[str, bytes]], in_flight: int
) -> Timing:
    calls: dict[str, Call] = {path: ledger.call(path) for path in {path for path, _ in requests}}
    paths = {body: path for path, body in requests}

    async def call(body: bytes) -> bytes:
        return await calls[paths[body]](body)

    timing = await timed(call, [body for _, body in requests], in_flight)
    recorded(receipts_of(timing.answers))
    return timing


def _requests(mix: CommandMix, count: int) -> list[tuple[str, bytes]]:
    return [
        (f"/{CASHIER.full_name}/{type(command).__name__}", command.SerializeToString())
        for command in mix.take(count)
    ]


def _note(figures: Figures, in_flight: int, pair: Pair) -> None:
    for name, timing in (("unary", pair.ledger), ("echo", pair.echo)):
        stem = f"{name}_{in_flight}_in_flight"
        figures.note(stem, timing.per_second, "calls/s")
        figures.note(f"{stem}_p50", timing.p50_ms, "ms")
        figures.note(f"{stem}_p99", timing.p99_ms, "ms")


def _median(rounds: Sequence[Timing]) -> Timing:
    return Timing(
        median(timing.per_second for timing in rounds),
        median(timing.p50_ms for timing in rounds),
        median(timing.p99_ms for timing in rounds),
        (),
    )
