"""Faust that reads committed pages only and starts where its own rows end.

By default Faust reads what was aborted, and begins at Kafka's group offset, which says nothing of
what was written. It sets a private attribute of aiokafka's consumer: both are pinned, and a test
holds that an aborted page is never handed on.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from faust.transport.drivers import aiokafka as driver
from faust.types import TP

OffsetOf = Callable[[str, int], Awaitable[int]]
"""From a topic and a partition number to the offset that the rows do not yet cover."""


class _Thread(driver.AIOKafkaConsumerThread):
    def _create_worker_consumer(self, transport: Any) -> Any:
        consumer = super()._create_worker_consumer(transport)
        consumer._isolation_level = "read_committed"  # noqa: SLF001 - Faust has no setting for it
        return consumer


class _Consumer(driver.Consumer):
    transport: "CommittedTransport"

    def _new_consumer_thread(self) -> _Thread:
        return _Thread(self, loop=self.loop, beacon=self.beacon)

    async def seek_to_committed(self) -> Mapping[TP, int]:
        """Seek to our own offsets, 0 for a fresh partition; Kafka's group offset is no measure."""
        assigned = dict(await super().seek_to_committed())
        ours = {tp: await self.transport.offset_of(tp.topic, tp.partition) for tp in assigned}
        await self.seek_wait(ours)
        return ours


class CommittedTransport(driver.Transport):
    """The Kafka transport with both mended; set `offset_of` before the app starts."""

    Consumer = _Consumer
    offset_of: OffsetOf
