"""A streams worker as a process, from its settings to its exit status."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Coroutine
from typing import Any, Final, NoReturn

import structlog

from services.chassis.directory import Directory
from services.chassis.health import HealthServer, Heartbeat, Readiness
from services.chassis.logging import set_up_logging
from services.chassis.metrics import Metrics
from services.chassis.settings import Settings, SettingsWrong
from services.chassis.tls import open_channel
from services.streams.app import streams_app
from services.streams.flusher import TOKENS_KEPT, Flusher
from services.streams.sinks.alerts import AlertSink
from services.streams.streams_metrics import StreamsMetrics
from services.streams.topics import TopicsMissing, require_topics
from services.streams.worker import StreamsWorker
from services.warehouse.client import Warehouse
from services.warehouse.settings import warehouse_address

EXIT_FAILED: Final = 4
EXIT_MISCONFIGURED: Final = 78  # sysexits' EX_CONFIG
STOP_LIMIT_S: Final = 20.0
_COLLECT_AFTER: Final = 2_000_000  # objects: more than the rows of a flush are made of
_log = structlog.get_logger()


def main() -> NoReturn:
    """Run until told to stop: exit 0 in order, 4 failed, 78 misconfigured."""
    try:
        settings = Settings()
        set_up_logging("streams", settings.log_level)
        require_topics(settings.kafka)
        asyncio.run(_Process(settings).run())
    except (SettingsWrong, TopicsMissing, OSError, ValueError) as error:
        sys.stderr.write(f"countroom streams: {error}\n")
    _leave(EXIT_MISCONFIGURED)


def _leave(status: int) -> NoReturn:
    """End at once: Faust's tasks, or a thread in a call to ClickHouse, may never end by themselves.

    Nothing is lost by it: what is not written is read again.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


class _Process:
    """The parts of a running worker."""

    def __init__(self, settings: Settings) -> None:
        """Make the parts; nothing is connected yet."""
        if not settings.watch_token_file.is_file():
            raise SettingsWrong(
                f"{settings.watch_token_file} is missing: the token by which alerts are handed in. "
                "Have the issuer write one of role watch there, or set COUNTROOM_WATCH_TOKEN."
            )
        self.settings, address = settings, warehouse_address(settings)
        self.metrics, self.readiness, self.heart = Metrics(), Readiness(), Heartbeat()
        counts = StreamsMetrics(self.metrics)
        self.flusher = Flusher(lambda: Warehouse(address), counts, TOKENS_KEPT)
        self.worker = StreamsWorker(Warehouse(address), self.flusher, counts)
        self.directory = Directory(settings.kafka)
        self.alerts = AlertSink(
            self.worker.unraised,
            lambda number: self.directory.owner_of("compliance", number),
            lambda at: open_channel(at, settings),
            settings.watch_token_file,
        )
        counts.findings_waiting.set_function(lambda: len(self.worker.unraised()))
        self._ended: asyncio.Future[int] | None = None

    async def run(self) -> None:
        """Serve until the end, and end the process with its exit status."""
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end, 0)
        self.worker.on_failure = lambda _: self._end(EXIT_FAILED)
        self.directory.on_failure = self._directory_lost
        self.flusher.on_flushed = self.worker.on_loaded = self.alerts.something_found
        pages = self._health()
        pages.start()
        app = streams_app(self.settings, self.worker, self.settings.streams_group)
        tasks = [
            self._task(self.heart.beat()),
            self._task(self.flusher.run()),
            self._task(self.alerts.run()),
        ]
        # What lives as long as the process need not be looked through again and again.
        gc.freeze()
        gc.set_threshold(_COLLECT_AFTER, 50, 100)
        await app.start()
        watched = self._task(app.wait_until_stopped())
        _log.info("serving", health_address=pages.address)
        status = await self._ended
        watched.cancel()
        if status == 0:
            await self._stop_in_order(app)
        for task in tasks:
            task.cancel()
        pages.stop()
        _leave(status)

    def _health(self) -> HealthServer:
        liveness = Readiness()
        liveness.add("event_loop", self.heart.check)
        self.readiness.add("streams", self.worker.faults)
        self.readiness.add("warehouse", self.flusher.faults)
        address = self.settings.health_address
        return HealthServer(address, self.metrics, self.readiness, liveness)

    async def _stop_in_order(self, app: Any) -> None:
        """Take no more pages, write what has gathered, leave the group."""
        self.readiness.add("stopping", lambda: "the process stops")
        try:
            async with asyncio.timeout(STOP_LIMIT_S):
                await self.worker.revoked()
                await app.stop()
                await self.alerts.close()
        except TimeoutError:
            _log.warning("stop_cut_short", took_s=STOP_LIMIT_S)
        self.flusher.close()
        self.directory.close()

    def _directory_lost(self) -> None:
        """End: who owns the compliance books is no longer known. Called in a thread of its own."""
        if self._ended is not None:
            self._ended.get_loop().call_soon_threadsafe(self._end, EXIT_FAILED)

    def _end(self, status: int) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(status)

    def _task(self, endless: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run what never ends by itself; where it does, the process ends too."""
        task = asyncio.create_task(endless)

        def ended(done: asyncio.Task[None]) -> None:
            if not done.cancelled():
                self.worker.fail(done.exception() or RuntimeError("ended by itself"))

        task.add_done_callback(ended)
        return task
