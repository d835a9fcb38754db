"""Faces: the audit service's gRPC and HTTP, opened over the running writer of its books."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from typing import Final

import grpc
import structlog
import uvicorn

from services.audit.http import HttpFace
from services.audit.inquiry import Inquiry
from services.audit.recorder import BookRecorder
from services.audit.service import handlers
from services.audit.warehouse_rows import WarehouseRows
from services.chassis.settings import Settings, SettingsWrong
from services.chassis.writer_process import OpenWriter, now_us
from services.warehouse.client import Warehouse
from services.warehouse.settings import warehouse_address

# Questions that read at the same time; each has a connection to the warehouse.
THREADS: Final = 8
GRACE_S: Final = 5
_log = structlog.get_logger()


@asynccontextmanager
async def open_faces(writer: OpenWriter) -> AsyncIterator[grpc.GenericRpcHandler]:
    """Serve HTTP within the block, and give the handlers of the same questions by gRPC."""
    address = warehouse_address(writer.settings)
    rows = WarehouseRows(lambda: Warehouse(address))
    with closing(rows), ThreadPoolExecutor(THREADS, "question") as threads:
        inquiry = Inquiry(rows, BookRecorder(writer.intake), threads, now_us)
        face = HttpFace(inquiry, writer.gate, writer.metrics)
        server, port = _HttpServer(_config(face, writer.settings)), _port(writer.settings)
        serving = asyncio.create_task(server.serve([port]))
        _log.info("serving", address=writer.settings.http_address)
        try:
            yield handlers(inquiry)
        finally:
            server.should_exit = True
            await serving


class _HttpServer(uvicorn.Server):
    """Leaves signals to the process, which stops this server in its order."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def _config(face: HttpFace, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        face.application(),
        log_config=None,
        access_log=False,  # an address may name a person's token
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        ssl_certfile=settings.tls_certificate,
        ssl_keyfile=settings.tls_key,
    )


def _port(settings: Settings) -> socket.socket:
    """Take the port now, so that a taken one is told as every wrong setting is."""
    host, _, number = settings.http_address.rpartition(":")
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, int(number)))
    except (OSError, ValueError) as error:
        listening.close()
        raise SettingsWrong(
            f"COUNTROOM_HTTP_ADDRESS={settings.http_address} is taken or no host:port of this "
            "machine. Set another."
        ) from error
    return listening
