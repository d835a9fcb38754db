"""Batch sender: a long row of commands of one book, in its order, batch after batch.

The next batch is built while the last is under way, and leaves when that has its receipt: the
ledger takes turns between requests, so two batches under way at once would mingle. Who needs no
order between some commands gives each such row a sender of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from typing import Final

from countroom.ledger.v1.intake_pb2 import BatchReceipt, BatchResult
from google.protobuf.message import Message

from loadtest.clients.ledger import LedgerClient

MOST_COMMANDS: Final = 1_000


class BatchSender:
    """Sends commands to one client's service in batches of a size, 1 to 1,000."""

    def __init__(self, client: LedgerClient, size: int = 500) -> None:
        """Take the client and how many commands a batch has."""
        if not 1 <= size <= MOST_COMMANDS:
            raise ValueError(size)
        self._client, self._size = client, size

    async def send(self, commands: Iterable[Message]) -> AsyncIterator[tuple[Message, BatchResult]]:
        """Yield each command with its receipt or refusal, in order."""
        coming = self._batches(commands)
        built = next(coming, None)
        while built is not None:
            sent, batch = built
            under_way = asyncio.ensure_future(self._client.record(batch))
            await asyncio.sleep(0)  # the batch leaves before the next one is built
            try:
                built = next(coming, None)
                answer: BatchReceipt = await under_way
            finally:
                under_way.cancel()
            for pair in zip(sent, answer.results, strict=True):
                yield pair

    def _batches(self, commands: Iterable[Message]) -> Iterator[tuple[list[Message], Message]]:
        row = iter(commands)
        while sent := list(islice(row, self._size)):
            yield sent, self._client.batches.of(sent)
