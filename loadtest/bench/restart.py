"""Restart: the cashier killed at a random moment under load, until it answers a new command."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psutil
from countroom.ledger.v1.receipt_pb2 import Receipt

from loadtest.bench.bench_run import BenchRun
from loadtest.clients.declined import Declined

_BATCHES_OF: Final = 5_000
_LIMIT_S: Final = 300.0


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
    receipt = await _first_answer(run, began + _LIMIT_S)
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


async def _first_answer(run: BenchRun, ends: float) -> Receipt:
    """Send one new command until it is answered, however long that takes short of the limit."""
    (command,) = run.mix.take(1)
    desk = run.callers.desk()
    while True:
        try:
            return await desk.send(command)
        except Declined as away:
            if not away.may_be_repeated or time.monotonic() > ends:
                raise


async def _load(run: BenchRun) -> None:
    """Record until the connection breaks, which is what is waited for."""
    with contextlib.suppress(Declined):
        while True:
            await run.record(_BATCHES_OF)
