"""The Faust app: one consumer of every events topic, at the worker's own offsets."""

from typing import Any, Final

import faust
from faust.types import TP

from services.chassis.settings import Settings
from services.streams.agents.pages import register_pages
from services.streams.committed import CommittedTransport
from services.streams.worker import StreamsWorker

BUFFERED_PAGES: Final = 256


def streams_app(settings: Settings, worker: StreamsWorker, group: str) -> faust.App:
    """Return the app, not yet started."""
    folder = settings.state_dir / "streams"
    folder.mkdir(parents=True, exist_ok=True)
    app = faust.App(
        group,
        broker=[f"kafka://{address}" for address in settings.kafka.split(",")],
        store="memory://",
        datadir=folder,
        # Not "exactly_once": it is not. A cursor for each book makes repeats harmless.
        processing_guarantee="at_least_once",
        consumer_auto_offset_reset="earliest",
        stream_buffer_maxsize=BUFFERED_PAGES,
        topic_allow_declare=False,
        topic_disable_leader=True,
        web_enabled=False,
    )
    transport = CommittedTransport(app.conf.broker_consumer, app)
    transport.offset_of = worker.offset_of
    app.transport = transport
    register_pages(app, worker)

    signals: Any = app  # typed for handlers of another shape

    @signals.on_partitions_revoked.connect
    async def revoked(_app: Any, *_: Any, **__: Any) -> None:
        await worker.revoked()

    @signals.on_partitions_assigned.connect
    async def assigned(_app: Any, topic_partitions: set[TP], *_: Any, **__: Any) -> None:
        worker.assigned({(tp.topic, tp.partition) for tp in topic_partitions})

    return app
