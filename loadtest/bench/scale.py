"""A book of a million events: what a command costs there, and how soon it answers again."""

import random
import time
from statistics import median
from typing import Final

import psutil

from loadtest.bench.bench_run import BenchRun, bench_run
from loadtest.bench.bench_stack import BenchStack
from loadtest.bench.cpu import ProcessCpu
from loadtest.bench.figure import Figures, part
from loadtest.bench.restart import answers_again_after, discarding_snapshots

SMALL_EVENTS: Final = 10_000
ROUNDS: Final = 9
_COMMANDS: Final = 2_000
_FILL: Final = 20_000
_MOST_RATIO: Final = 1.25
_WITH_SNAPSHOT_S: Final = 10.0
_WITHOUT_SNAPSHOT_S: Final = 60.0


async def measure_scale(bench: BenchStack, figures: Figures, events: int) -> None:
    """Measure the cashier's CPU per command at both sizes, in turns, then its restarts."""
    async with bench_run(bench, figures, seed=1) as large:
        with part(f"A cashier's book of {events:,} events"):
            took_s = await _fill(large, events)
            figures.note("filled_at", large.last_sequence / took_s, "events/s")
            held = psutil.Process(bench.pid_of("cashier")).memory_info().rss
            figures.note("cashier_memory", held / 2**20, "MiB")
        with part(f"Process CPU per command, median of {ROUNDS} in turns"):
            await _cpu(large, figures)
        with part("Killed with that book"):
            await _restarts(large, figures)


async def _cpu(large: BenchRun, figures: Figures) -> None:
    at_small: list[float] = []
    at_large: list[float] = []
    for number in range(ROUNDS):
        # A new small book each time: it would not stay small.
        async with bench_run(large.bench, figures, seed=100 + number) as small:
            await _fill(small, SMALL_EVENTS)
            at_small.append(await _cpu_us_per_command(small))
        at_large.append(await _cpu_us_per_command(large))
    small_us, large_us = median(at_small), median(at_large)
    figures.note("cpu_per_command_at_10_thousand", small_us, "us")
    figures.note(f"cpu_per_command_at_{large.last_sequence}", large_us, "us")
    figures.at_most("cpu_at_full_size_to_10_thousand", large_us / small_us, _MOST_RATIO)


async def _cpu_us_per_command(run: BenchRun) -> float:
    cpu = ProcessCpu(run.bench.pid_of("cashier"))
    await run.record(_COMMANDS)
    return cpu.us_each(_COMMANDS)


async def _fill(run: BenchRun, events: int) -> float:
    began = time.monotonic()
    while run.last_sequence < events:
        left = events - run.last_sequence
        await run.record(min(_FILL, max(1_000, left // 2)))
    return time.monotonic() - began


async def _restarts(run: BenchRun, figures: Figures) -> None:
    chance = random.Random(run.last_sequence)
    took_s = await answers_again_after(run, chance.uniform(0.2, 1.5))
    figures.at_most("answers_again_after_kill", took_s, _WITH_SNAPSHOT_S, unit="s")
    discard = discarding_snapshots(run.bench.folder / "cashier" / "state")
    took_s = await answers_again_after(run, chance.uniform(0.2, 1.5), discard)
    figures.at_most("answers_again_without_snapshot", took_s, _WITHOUT_SNAPSHOT_S, unit="s")
