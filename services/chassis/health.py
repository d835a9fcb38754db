"""Health: is the process alive, is it ready; for probes by gRPC and by HTTP beside the metrics."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final
from wsgiref.simple_server import WSGIServer, make_server

from grpc_health.v1 import health, health_pb2
from prometheus_client import make_wsgi_app

from services.chassis.health_pages import QuietHandler, ThreadedServer, health_pages
from services.chassis.metrics import Metrics

Check = Callable[[], str]
"""Returns "" where all is well, else what is not, in words without personal data."""

WEDGED_AFTER_S: Final = 10.0
_BEAT_S: Final = 1.0
_POLL_S: Final = 0.1


class Readiness:
    """Named checks; a process is ready while none has anything to say. Threads may ask."""

    def __init__(self) -> None:
        """Begin with no checks: ready."""
        self._checks: dict[str, Check] = {}

    def add(self, name: str, check: Check) -> None:
        """Add a check, or put one in the place of the one of that name."""
        self._checks = self._checks | {name: check}

    def faults(self) -> dict[str, str]:
        """Return what is not well, by the name of the check."""
        said = {name: check() for name, check in self._checks.items()}
        return {name: text for name, text in said.items() if text}


class Heartbeat:
    """Tells a process whose event loop still turns from one that only has a pid."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin as just seen alive."""
        self._clock, self._seen_at = clock, clock()

    async def beat(self, health_of: "GrpcHealth | None" = None) -> None:
        """Beat for ever, and keep the gRPC health up to date; a task of the event loop."""
        while True:
            self._seen_at = self._clock()
            if health_of is not None:
                await health_of.tell()
            await asyncio.sleep(_BEAT_S)

    def check(self) -> str:
        """Return "" while the loop turns."""
        age = self._clock() - self._seen_at
        return "" if age < WEDGED_AFTER_S else f"the event loop has not turned for {int(age)} s"


class GrpcHealth:
    """The grpc.health.v1 service of a process, as its readiness says."""

    def __init__(self, readiness: Readiness, services: Iterable[str]) -> None:
        """Take the full names of the services that are answered for; "" is the whole process."""
        self.servicer = health.aio.HealthServicer()
        self._readiness, self._services = readiness, ("", *services)

    async def tell(self) -> None:
        """Set what probes are told from now on."""
        words = health_pb2.HealthCheckResponse
        word = words.NOT_SERVING if self._readiness.faults() else words.SERVING
        for service in self._services:
            await self.servicer.set(service, word)


class HealthServer:
    """GET /healthz (alive), /readyz (ready) and /metrics, in threads of its own."""

    def __init__(
        self, address: str, metrics: Metrics, readiness: Readiness, liveness: Readiness
    ) -> None:
        """Take the port now, so that a taken one is an OSError at the start."""
        host, _, port = address.rpartition(":")
        pages = health_pages(readiness.faults, liveness.faults, make_wsgi_app(metrics.registry))
        self._server: WSGIServer = make_server(
            host, int(port), pages, server_class=ThreadedServer, handler_class=QuietHandler
        )
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_S,), name="health", daemon=True
        )

    @property
    def address(self) -> str:
        """Return host:port as taken, also where port 0 asked for any."""
        host: Any = self._server.server_address[0]
        return f"{host}:{self._server.server_port}"

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering and give up the port."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()
