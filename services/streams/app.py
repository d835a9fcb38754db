"""The Faust app: one consumer of every events topic, at the worker's own offsets."""

import socket
from typing import Any, Final

import faust
from faust.types import TP

from services.chassis.settings import Settings
from services.streams.agents.pages import register_pages
from services.streams.committed import CommittedTransport
from services.streams.worker import StreamsWorker

BUFFERED_PAGES: Final = 256
SESSION_S: Final = 10.0  # without a heartbeat, and another worker takes over


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
        # A member that is known by name gets its partitions back at once when it is restarted.
        consumer_group_instance_id=settings.streams_instance or socket.gethostname(),
        broker_session_timeout=SESSION_S,
        broker_heartbeat_interval=SESSION_S / 5,
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
