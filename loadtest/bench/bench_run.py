"""One run on one stack: what the parts of it hand on to one another."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from loadtest.bench.bench_casino import bench_casino
from loadtest.bench.bench_stack import BenchStack
from loadtest.bench.command_mix import CommandMix
from loadtest.bench.figure import Figures
from loadtest.bench.raw_channel import RawChannel
from loadtest.bench.record_batch import BatchedRate, batched_rate, batches
from loadtest.callers import Callers
from loadtest.setup import set_up


@dataclass(slots=True)
class BenchRun:
    """A casino that was set up for the measurement, and how far its cashier's book has come."""

    bench: BenchStack
    figures: Figures
    callers: Callers
    mix: CommandMix
    ledger: RawChannel
    last_sequence: int = 0
    event_bytes: int = 0
    events_per_command: float = 0.0
    batched_per_second: float = 0.0
    unary_per_second: float = 0.0

    @property
    def book(self) -> str:
        """Return the measured book."""
        return f"{self.callers.casino_id}/cashier"

    async def record(self, commands: int) -> BatchedRate:
        """Record the mix's next so many commands in batches."""
        rate = await batched_rate(self.ledger, batches(self.mix.take(commands)))
        self.last_sequence = rate.recorded.last_sequence
        return rate


@asynccontextmanager
async def bench_run(bench: BenchStack, figures: Figures, seed: int = 1) -> AsyncIterator[BenchRun]:
    """Set up a casino that nobody has measured before."""
    casino = bench_casino(f"bench-{uuid.uuid4().hex[:8]}")
    async with bench.callers(casino.casino_id) as callers:
        await set_up(casino, callers.founders(casino.chief_cashier))
        async with RawChannel(bench.addresses.cashier, callers.desk_token()) as ledger:
            mix = CommandMix(casino.casino_id, seed)
            yield BenchRun(bench, figures, callers, mix, ledger)
