"""Writer process: a service that owns partitions: opens, serves, stops in order or in doubt."""

import asyncio
import signal
import time
import uuid
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor

from services.chassis.auth.gate import Gate
from services.chassis.auth.revocations import Revocations
from services.chassis.book_queries import BookQueries
from services.chassis.command_service import CommandService
from services.chassis.directory import Directory
from services.chassis.house_facts.board import Board, Freshness, OwnFreshness
from services.chassis.house_facts.follower import Follower
from services.chassis.intake import Intake
from services.chassis.kafka_log import events_topic
from services.chassis.live_partition import LivePartition
from services.chassis.metrics import Metrics
from services.chassis.partition_start import PartitionStart
from services.chassis.partition_writer import PartitionWriter
from services.chassis.persons.persons import Persons
from services.chassis.settings import Settings
from services.kernel.domain import Domain

EXIT_FENCED: Final = 3
EXIT_IN_DOUBT: Final = 4
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class OpenWriter:
    """A writer whose books are open, as a service's further faces need it."""

    settings: Settings
    intake: Intake
    gate: Gate
    metrics: Metrics


OpenFaces = Callable[[OpenWriter], AbstractAsyncContextManager[grpc.GenericRpcHandler]]
"""Serves within the block besides gRPC, and gives the gRPC handlers that go with it."""


@dataclass(frozen=True, slots=True)
class WriterService:
    """What tells one service's process from another's."""

    domain: Domain
    descriptor: ServiceDescriptor
    registers: frozenset[type[Any]] = frozenset()
    open_faces: OpenFaces | None = None


class WriterProcess:
    """The parts of a running writer, in the order in which they start."""

    def __init__(
        self, service: WriterService, settings: Settings, revocations: Revocations
    ) -> None:
        """Take what it serves, and by which settings."""
        self.service, self.settings, self._revocations = service, settings, revocations
        self.instance = uuid.uuid4().hex
        self.partitions: dict[int, LivePartition] = {}
        self.boards: dict[int, Board] = {}
        self._writing: list[asyncio.Task[None]] = []
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._follower: Follower | None = None
        self._directory: Directory | None = None

    async def open(self) -> Intake:
        """Open every owned partition and return the intake; facts are fresh when it returns."""
        settings, domain = self.settings, self.service.domain
        is_own = domain.service == "compliance"
        directory = await asyncio.to_thread(Directory, settings.kafka)
        directory.on_failure = lambda: self.end(EXIT_IN_DOUBT)
        self._directory = directory
        for number in settings.owned_partitions:
            freshness = OwnFreshness() if is_own else Freshness()
            self.boards[number] = Board(freshness, self._revocations.revoke, is_own=is_own)
            await self._open_partition(number)
        if not is_own:
            self._follower = Follower(settings.kafka, self.boards)
            self._follower.on_failure = lambda: self.end(EXIT_IN_DOUBT)
            self._follower.start()
        while any(board.freshness.is_stale for board in self.boards.values()):
            await asyncio.sleep(0.01)
            if self._follower is not None and self._follower.failure is not None:
                raise self._follower.failure
        persons = Persons.from_settings(settings)
        return Intake(domain, self.partitions, directory, persons, settings.key("digest"), now_us)

    def handlers(self, intake: Intake) -> grpc.GenericRpcHandler:
        """Return the handlers of every RPC of the service."""
        descriptor = self.service.descriptor
        commands = CommandService(descriptor, intake, self.service.registers)
        queries = BookQueries(intake, self.settings.kafka)
        handlers = commands.handlers() | queries.handlers(descriptor)
        return grpc.method_handlers_generic_handler(descriptor.full_name, handlers)

    async def wait(self) -> int:
        """Return the exit status once the process is told to stop, or must."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.end, 0)
        return await self._ended

    def end(self, status: int) -> None:
        """Ask for the end with an exit status; the first one asked for counts."""
        if not self._ended.done():
            self._ended.set_result(status)

    async def close(self, *, in_order: bool) -> None:
        """Commit what has gathered, keep a snapshot, give everything up; in doubt, only give up."""
        if self._follower is not None:
            await asyncio.to_thread(self._follower.stop)
        for live in self.partitions.values():
            live.writer.stop()
        if in_order:
            await asyncio.gather(*self._writing)
            for live in self.partitions.values():
                live.keep_snapshot()
                live.partition.index.close()
                live.writer.close()
        if self._directory is not None:
            self._directory.close()

    async def _open_partition(self, number: int) -> None:
        start = PartitionStart(self.settings, self.service.domain, number, self.boards[number])
        partition, log = await asyncio.to_thread(
            start.open, self.settings.advertised_address, self.instance
        )
        topic = events_topic(self.service.domain.service)
        writer = PartitionWriter(log, topic, number, partition.index, partition.memories)
        live = LivePartition(partition, writer, self.settings.snapshot_every_events)
        live.on_torn = lambda: self.end(EXIT_IN_DOUBT)
        self.partitions[number] = live
        self._writing.append(asyncio.create_task(self._write(live)))

    async def _write(self, live: LivePartition) -> None:
        await live.writer.run()
        if live.writer.failure is None:
            return
        status = await asyncio.to_thread(self._status_of_failure, live)
        _log.error(
            "writer_done",
            partition=live.partition.number,
            cause=repr(live.writer.failure.__cause__),
            status=status,
        )
        self.end(status)

    def _status_of_failure(self, live: LivePartition) -> int:
        """Return why the writer ended: another instance has fenced it, or nothing is known.

        Its own transaction's timeout looks the same to the client, so the owner's line tells.
        """
        service, number = self.service.domain.service, live.partition.number
        limit = time.monotonic() + 3.0
        while time.monotonic() < limit:
            if self._directory and self._directory.instance_of(service, number) != self.instance:
                return EXIT_FENCED
            time.sleep(0.05)
        return EXIT_IN_DOUBT


def now_us() -> int:
    """Return the ledger's clock in microseconds since 1970 UTC."""
    return time.time_ns() // 1_000
