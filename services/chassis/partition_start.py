"""Partition start: snapshot, the log nearly to its end, then fence, the rest, the owner's line."""

import gc
import time
from pathlib import Path
from typing import Final

import psutil
import structlog

from services.chassis.command_index import CommandIndex
from services.chassis.directory import owner_line
from services.chassis.house_facts.board import Board
from services.chassis.kafka_log import CommittedLog, LogWriter, WriterDone, events_topic
from services.chassis.partition import Partition, state_folder
from services.chassis.settings import Settings
from services.chassis.snapshot import SnapshotFile, code_version
from services.kernel.domain import Domain

# How near the end of the log a start comes before it fences the writer that is still at work.
NEAR_OFFSETS: Final = 200
FENCE_LIMIT_S: Final = 45.0
# Commands leave few cycles and many long-lived states: look for the former less often.
GC_THRESHOLDS: Final = (50_000, 20, 50)
_log = structlog.get_logger()


class PartitionStart:
    """Opens one partition for writing. Blocking: runs beside the event loop."""

    def __init__(self, settings: Settings, domain: Domain, number: int, board: Board) -> None:
        """Take what the partition is opened with."""
        self._settings, self._domain, self._number = settings, domain, number
        self._topic = events_topic(domain.service)
        self._folder = state_folder(settings.state_dir, domain.service, number)
        self._board = board

    def open(self, address: str, instance: str) -> tuple[Partition, LogWriter]:
        """Return the partition at the end of its log, and the writer that fenced all others."""
        began = time.monotonic()
        log = CommittedLog(self._settings.kafka, self._topic, self._number)
        try:
            partition = self._loaded(log)
            events = self._read_near(partition, log)
            writer = self._fenced()
            events += partition.replay(log, log.end_offset())
        finally:
            log.close()
        writer.append([owner_line(self._domain.service, self._number, address, instance)])
        gc.collect()
        gc.freeze()  # what was replayed lives on: the collector need not walk it again
        gc.set_threshold(*GC_THRESHOLDS)
        _log.info(
            "partition_open",
            partition=self._number,
            events=partition.events,
            replayed=events,
            took_s=round(time.monotonic() - began, 3),
        )
        return partition, writer

    def _fenced(self) -> LogWriter:
        """Return a writer that has fenced all others; tried again, for nothing was written yet."""
        limit = time.monotonic() + FENCE_LIMIT_S
        while True:
            writer = LogWriter(self._settings.kafka, f"{self._domain.service}-{self._number}")
            try:
                writer.fence()
            except WriterDone as done:
                writer.close()
                _log.warning("not_fenced_yet", cause=repr(done.__cause__))
                if time.monotonic() > limit:
                    raise
            else:
                return writer

    def _loaded(self, log: CommittedLog) -> Partition:
        end = log.end_offset()
        partition = self._fresh()
        partition.load()
        if partition.next_offset > end or partition.index.next_offset > end:
            # A log that ends before them is another log: they say nothing about it.
            _log.warning("local_state_dropped", ground="other_log", partition=self._number)
            partition.index.close()
            for path in self._folder.glob("index/*"):
                path.unlink()
            self._snapshot_path.unlink(missing_ok=True)
            partition = self._fresh()
        return partition

    @property
    def _snapshot_path(self) -> Path:
        return self._folder / "snapshot"

    def _fresh(self) -> Partition:
        self._folder.mkdir(parents=True, exist_ok=True)
        code = code_version(_code_folders(self._domain.service))
        snapshots = SnapshotFile(self._snapshot_path, self._settings.key("snapshot"), code)
        index = CommandIndex(self._folder / "index", _boot())
        return Partition(self._number, self._domain, index, self._board, snapshots)

    def _read_near(self, partition: Partition, log: CommittedLog) -> int:
        events = 0
        while True:
            end = log.end_offset()
            if end - partition.next_offset <= NEAR_OFFSETS and partition.index.next_offset >= (
                partition.next_offset
            ):
                return events
            events += partition.replay(log, end)


def _code_folders(service: str) -> list[Path]:
    services = Path(__file__).parent.parent
    return [services / name for name in ("kernel", "rulebook", "chassis", f"{service}/domain")]


def _boot() -> str:
    """Return what names the machine's present start, so that a crash of it is noticed."""
    kernel = Path("/proc/sys/kernel/random/boot_id")
    return kernel.read_text().strip() if kernel.exists() else str(int(psutil.boot_time()))
