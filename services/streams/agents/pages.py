"""Every events topic's pages -> the worker: read, hand on. No rule lives here."""

from typing import Any

import faust

from services.streams.topics import EVENT_TOPICS
from services.streams.worker import StreamsWorker


def register_pages(app: faust.App, worker: StreamsWorker) -> None:
    """Have the app hand every record's own bytes to the worker, one after another.

    One agent for all topics: a casino's books meet in one partition number and so in one worker,
    and each page is parsed once for every projection.
    """
    records = app.topic(
        *EVENT_TOPICS,
        key_type=bytes,
        value_type=bytes,
        key_serializer="raw",
        value_serializer="raw",
    )

    @app.agent(records, name="pages")
    async def pages(stream: faust.StreamT[bytes]) -> None:
        async for event in stream.events():
            record: Any = event.message
            await worker.take(
                record.topic, record.partition, record.offset, record.key or b"", record.value
            )
