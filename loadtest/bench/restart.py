"""Restart: the cashier killed at a random moment under load, until it answers a new command."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psutil

from loadtest.bench.bench_run import BenchRun
from loadtest.clients.declined import Declined

_BATCHES_OF: Final = 5_000


async def answers_again_after(
    run: BenchRun, killed_after_s: float, at_death: Callable[[], None] = lambda: None
) -> float:
    """Kill the cashier while batches are under way; return the seconds until it answers again.

    Its supervisor starts it again. `at_death` is called while it is down.
    """
    load = asyncio.create_task(_load(run))
    await asyncio.sleep(killed_after_s)
    cashier = psutil.Process(run.bench.pid_of("cashier"))
    cashier.kill()
    began = time.monotonic()
    at_death()
    await load
    (command,) = run.mix.take(1)
    receipt = await run.callers.desk().send(command)
    run.last_sequence = receipt.last_sequence
    return time.monotonic() - began


def discarding_snapshots(state_folder: Path) -> Callable[[], None]:
    """Return what removes every snapshot, and refuses to have found none."""

    def discard() -> None:
        found = list(state_folder.rglob("snapshot"))
        if not found:
            raise FileNotFoundError(f"no snapshot under {state_folder}")
        for path in found:
            path.unlink()

    return discard


async def _load(run: BenchRun) -> None:
    """Record until the connection breaks, which is what is waited for."""
    with contextlib.suppress(Declined):
        while True:
            await run.record(_BATCHES_OF)
