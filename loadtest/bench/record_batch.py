"""RecordBatch: durable commands a second of the named mix, from batches that were made before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from loadtest.bench.answered import Recorded, receipts_of_batches, recorded
from loadtest.bench.command_mix import Command
from loadtest.bench.in_flight import timed
from loadtest.bench.raw_channel import RawChannel
from loadtest.clients.ledger import CASHIER, Batches

PATH: Final = f"/{CASHIER.full_name}/RecordBatch"
BATCH: Final = 500
IN_FLIGHT: Final = 4
"""Batches under way at once: what one book's commit waits for, the next batches are decided in."""


@dataclass(frozen=True, slots=True)
class BatchedRate:
    """Commands a second, answered from the log, and what they caused."""

    commands_per_second: float
    recorded: Recorded


def batches(commands: Sequence[Command], size: int = BATCH) -> list[bytes]:
    """Return the requests that carry the commands."""
    return list(_requests(commands, size))


async def batched_rate(channel: RawChannel, requests: Sequence[bytes]) -> BatchedRate:
    """Send the batches; raises NotRecorded where one command was not newly recorded."""
    timing = await timed(channel.call(PATH), requests, IN_FLIGHT)
    done = recorded(receipts_of_batches(timing.answers))
    return BatchedRate(timing.per_second * done.commands / len(requests), done)


def _requests(commands: Sequence[Command], size: int) -> Iterator[bytes]:
    made = Batches(CASHIER)
    for start in range(0, len(commands), size):
        yield made.of(commands[start : start + size]).SerializeToString()
