"""Faust that reads committed pages only and starts where its own rows end.

By default Faust reads what was aborted, begins at Kafka's group offset, which says nothing of what
was written, and lets a fetch wait 1.5 s at the broker: a partition whose last page has been taken
is asked again only once the fetch of the idle others is back, so that pages came 1.3 s late.
This sets private attributes of aiokafka's consumer: both are pinned, and tests hold that an aborted
page is never handed on and that rows are not late.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from faust.transport.drivers import aiokafka as driver
from faust.types import TP

OffsetOf = Callable[[str, int], Awaitable[int]]
"""From a topic and a partition number to the offset that the rows do not yet cover."""


FETCH_WAIT_MS: Final = 50


class _Thread(driver.AIOKafkaConsumerThread):
    def _create_worker_consumer(self, transport: Any) -> Any:
        consumer = super()._create_worker_consumer(transport)
        consumer._isolation_level = "read_committed"  # noqa: SLF001 - Faust has no setting for it
        consumer._fetch_max_wait_ms = FETCH_WAIT_MS  # noqa: SLF001 - nor for this
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
    """The Kafka transport with all of it mended; set `offset_of` before the app starts."""

    Consumer = _Consumer
    offset_of: OffsetOf
