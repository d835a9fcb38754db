"""Worker: partitions as they are assigned, their pages folded, their rows flushed."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import structlog

from services.streams.flusher import Flusher
from services.streams.loading import WarehouseLoader
from services.streams.needed import Needed, look_up, needed, take_in
from services.streams.partition import Partition
from services.streams.projections.reading import Reading
from services.streams.streams_metrics import StreamsMetrics
from services.streams.warehouse_cursors import READER, load_partition
from services.streams.watches.finding import FindingRow
from services.warehouse.client import Warehouse, WarehouseLost

UNFLUSHED_AT_MOST: Final = 50_000  # events; beyond it no page is taken until rows are written
_RETRY_S: Final = 0.5
_LOAD_LIMIT_S: Final = 60.0
_log = structlog.get_logger()
Found = TypeVar("Found")


class Misassigned(Exception):
    """One topic's partition number was assigned here and another's not: books would not meet."""


class StreamsWorker:
    """One worker's partitions. All its methods run in one event loop."""

    def __init__(self, warehouse: Warehouse, flusher: Flusher, metrics: StreamsMetrics) -> None:
        """Take a connection for loading, and what writes the rows."""
        self._warehouse, self._flusher, self._metrics = warehouse, flusher, metrics
        self._loader = WarehouseLoader(warehouse)
        self._loading = asyncio.Lock()
        self.partitions: dict[int, Partition] = {}
        self.is_assigned = False
        self.on_loaded: Callable[[], None] = lambda: None
        self.on_failure: Callable[[BaseException], None] = lambda _: None

    async def offset_of(self, topic: str, number: int) -> int:
        """Return where a topic's partition goes on; its state is loaded at the first question."""
        async with self._loading:
            partition = self.partitions.get(number)
            if partition is None:
                partition = await self._asked(
                    lambda: load_partition(number, self._warehouse, self._loader)
                )
                self.partitions[number] = partition
                self._flusher.partitions = tuple(self.partitions.values())
                self.on_loaded()
        self.is_assigned = True
        return partition.positions.get(topic, 0)

    def assigned(self, topic_partitions: set[tuple[str, int]]) -> None:
        """Check an assignment; raise Misassigned where a casino's books would not meet."""
        by_topic: dict[str, set[int]] = {}
        for topic, number in topic_partitions:
            by_topic.setdefault(topic, set()).add(number)
        if len({frozenset(numbers) for numbers in by_topic.values()}) > 1:
            self.fail(Misassigned(str(by_topic)))
        self.is_assigned = not topic_partitions or self.is_assigned

    async def revoked(self) -> None:
        """Write what has gathered, then know nothing: another worker may go on."""
        self.is_assigned = False
        await self._flusher.flush_or_give_up()
        self.partitions.clear()
        self._flusher.forget()

    async def take(self, topic: str, number: int, offset: int, key: bytes, value: bytes) -> None:
        """Take in one record; a failure that is not its content's ends the process."""
        try:
            await self._flusher.room(UNFLUSHED_AT_MOST)
            partition = self.partitions.get(number)
            if partition is not None:
                await self._take(partition, topic, offset, key, value)
        except Exception as error:  # noqa: BLE001 - Faust would go on with the next record
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """End the process: it starts again from what is written, and guesses nothing."""
        _log.error("worker_failed", exc_info=error)
        self.on_failure(error)

    async def _take(
        self, partition: Partition, topic: str, offset: int, key: bytes, value: bytes
    ) -> None:
        stopped = set(partition.stopped)
        reading = partition.read(topic, offset, key, value)
        if reading is not None:
            await self._fold(partition, reading)
            for waited in partition.no_longer_waiting(reading.casino_id):
                await self._fold(partition, waited)
        partition.passed(topic, offset)
        for book in partition.stopped.keys() - stopped:
            self._metrics.gaps.labels(READER, book).inc()
        self._flusher.gathered(0)

    async def _fold(self, partition: Partition, reading: Reading) -> None:
        state, nowhere = partition.casino(reading.casino_id), Needed()
        # Looked at again after each answer: a flush that ended meanwhile may have dropped some.
        while (what := needed(state, reading)) not in (Needed(), nowhere):
            ask = partial(look_up, what, state.casino_id, state.through, self._loader)
            take_in(state, what, await self._asked(ask))
            nowhere = Needed(frozenset(e for e in what.exchange_ids if e not in state.exchanges))
        if self.partitions.get(partition.number) is partition:
            partition.fold(reading, self._flusher.rows)
            self._flusher.gathered(len(reading.entries))

    async def _asked(self, question: Callable[[], Found]) -> Found:
        """Return the warehouse's answer, asked again while it is lost, for a minute at most."""
        limit = time.monotonic() + _LOAD_LIMIT_S
        while True:
            try:
                return await asyncio.to_thread(question)
            except WarehouseLost as lost:
                if time.monotonic() > limit:
                    raise
                _log.warning("state_not_loaded", error=str(lost))
                await asyncio.sleep(_RETRY_S)

    def unraised(self) -> list[tuple[int, FindingRow]]:
        """Return every finding that the compliance book is not known to hold, and its partition."""
        return [
            (partition.number, finding)
            for partition in self.partitions.values()
            for state in partition.casinos.values()
            for finding in state.unraised.values()
        ]

    def faults(self) -> str:
        """Return what keeps the worker from being ready, "" for nothing."""
        stopped = sorted(book for p in self.partitions.values() for book in p.stopped)
        if stopped:
            return f"stopped: {', '.join(stopped)}"
        return "" if self.is_assigned else "no partitions are assigned yet"
