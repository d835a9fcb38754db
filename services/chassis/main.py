"""Main: a writer service as a process, from its settings to its exit status."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from typing import Final

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from services.chassis.auth.gate import Gate
from services.chassis.auth.interceptor import AuthInterceptor
from services.chassis.auth.key_set import KeySetUnreadable
from services.chassis.auth.revocations import Revocations
from services.chassis.auth.tokens import TokenVerifier
from services.chassis.health import GrpcHealth, HealthServer, Heartbeat, Readiness
from services.chassis.key_files import KeyMissing
from services.chassis.live_partition import LivePartition
from services.chassis.logging import set_up_logging
from services.chassis.metrics import Metrics, MetricsInterceptor
from services.chassis.settings import Settings, SettingsWrong
from services.chassis.tls import add_port
from services.chassis.writer_process import (
    EXIT_IN_DOUBT,
    OpenWriter,
    WriterProcess,
    WriterService,
)

EXIT_MISCONFIGURED: Final = 78  # sysexits' EX_CONFIG
GRACE_S: Final = 5.0
# Large enough that a batch with too many commands is told so, and not cut off.
_MAX_REQUEST_BYTES: Final = 16 << 20
_log = structlog.get_logger()


def main(service: WriterService) -> None:
    """Run the service until told to stop: exit 0 in order, 3 fenced, 4 in doubt, 78 misconfigured.

    In doubt it ends without waiting for a thread that may still hang in a call to the broker.
    """
    try:
        settings = Settings()
        set_up_logging(service.domain.service, settings.log_level)
        status = asyncio.run(_run(service, settings))
    except (SettingsWrong, KeySetUnreadable, KeyMissing, OSError) as error:
        sys.stderr.write(f"countroom {service.domain.service}: {error}\n")
        status = EXIT_MISCONFIGURED
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


async def _run(service: WriterService, settings: Settings) -> int:
    metrics, readiness, heart = Metrics(), Readiness(), Heartbeat()
    liveness = Readiness()
    liveness.add("event_loop", heart.check)
    readiness.add("starting", lambda: "the log is being read")
    revocations = Revocations()
    verifier = TokenVerifier(
        settings.jwks_file, settings.token_issuer, settings.token_audience, revocations
    )
    pages = HealthServer(settings.health_address, metrics, readiness, liveness)
    pages.start()
    beats = [asyncio.create_task(heart.beat())]
    process = WriterProcess(service, settings, revocations)
    status, faces = EXIT_IN_DOUBT, AsyncExitStack()
    try:
        intake, gate = await process.open(), Gate(verifier)
        server = _server(metrics, gate)
        server.add_generic_rpc_handlers((process.handlers(intake),))
        await _open_faces(service, OpenWriter(settings, intake, gate, metrics), server, faces)
        health = GrpcHealth(readiness, [service.descriptor.full_name])
        _serve_health(server, health, service.descriptor.full_name)
        for live in process.partitions.values():
            _watch(process, live, metrics, readiness)
        add_port(server, settings)
        await server.start()
        readiness.add("starting", lambda: "")
        beats.append(asyncio.create_task(heart.beat(health)))
        _log.info("serving", address=settings.address)
        status = await process.wait()
        readiness.add("stopping", lambda: "the process stops")
        await server.stop(GRACE_S if status == 0 else 0.2)
    finally:
        for beat in beats:
            beat.cancel()
        await faces.aclose()
        await process.close(in_order=status == 0)
        pages.stop()
    return status


def _server(metrics: Metrics, gate: Gate) -> grpc.aio.Server:
    options = [("grpc.max_receive_message_length", _MAX_REQUEST_BYTES), ("grpc.so_reuseport", 0)]
    return grpc.aio.server(
        interceptors=(MetricsInterceptor(metrics), AuthInterceptor(gate)), options=options
    )


async def _open_faces(
    service: WriterService, writer: OpenWriter, server: grpc.aio.Server, faces: AsyncExitStack
) -> None:
    if service.open_faces is not None:
        more = await faces.enter_async_context(service.open_faces(writer))
        server.add_generic_rpc_handlers((more,))


def _serve_health(server: grpc.aio.Server, health: GrpcHealth, name: str) -> None:
    health_pb2_grpc.add_HealthServicer_to_server(health.servicer, server)
    health_name = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
    reflection.enable_server_reflection((name, health_name, reflection.SERVICE_NAME), server)


def _watch(
    process: WriterProcess, live: LivePartition, metrics: Metrics, readiness: Readiness
) -> None:
    """Show a partition's commits and staleness, and be unready while its facts are too old."""
    number = str(live.partition.number)
    board = process.boards[live.partition.number]
    seconds = metrics.commit_seconds.labels(number)
    live.writer.on_commit.append(lambda done: seconds.observe(done.took_s))
    metrics.house_staleness_seconds.labels(number).set_function(lambda: board.freshness.age_s)

    def stale() -> str:
        age = board.freshness.age_s
        return f"other books are {age:.0f} s behind" if board.freshness.is_stale else ""

    def doubtful() -> str:
        return "the writer is in doubt" if live.writer.failure else ""

    readiness.add(f"house_{number}", stale)
    readiness.add(f"writer_{number}", doubtful)
