"""Reconcile as a process: an own reader of the log, beside the worker and knowing nothing of it."""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Sequence
from typing import Final

import structlog

from services.chassis.health import HealthServer, Readiness
from services.chassis.kafka_log import LogUnread
from services.chassis.logging import set_up_logging
from services.chassis.metrics import Metrics
from services.chassis.settings import Settings, SettingsWrong
from services.streams.log_reader import LogReader
from services.streams.reconcile.reconciler import Finding, Reconciler
from services.streams.topics import TopicsMissing, require_topics
from services.warehouse.client import Warehouse, WarehouseLost
from services.warehouse.settings import warehouse_address

EXIT_DIFFERENT: Final = 1
EXIT_UNKNOWN: Final = 2
EXIT_MISCONFIGURED: Final = 78
EVERY_S: Final = 5.0
STALE_AFTER_S: Final = 60.0
_log = structlog.get_logger()


def main(arguments: Sequence[str]) -> int:
    """Run; once: 0 nothing differs, 1 something does or was not written in time, 2 not known."""
    parser = argparse.ArgumentParser(prog="services.streams.reconcile", description=__doc__)
    parser.add_argument("--once", action="store_true", help="compare everything once and end")
    parser.add_argument(
        "--within", type=float, default=60.0, help="seconds that the streams may take to catch up"
    )
    given = parser.parse_args(arguments)
    try:
        settings = Settings()
        set_up_logging("reconcile", settings.log_level)
        require_topics(settings.kafka)
        return _once(settings, given.within) if given.once else _without_end(settings)
    except (SettingsWrong, TopicsMissing, OSError, ValueError) as error:
        sys.stderr.write(f"countroom reconcile: {error}\n")
        return EXIT_MISCONFIGURED
    except (WarehouseLost, LogUnread) as error:
        sys.stderr.write(f"nothing is known of the difference: {error}\n")
        return EXIT_UNKNOWN


def _once(settings: Settings, within_s: float) -> int:
    reader = LogReader(settings.kafka)
    reconciler = Reconciler(Warehouse(warehouse_address(settings)), Metrics())
    try:
        for record in reader.records_until(reader.ends()):
            reconciler.take(record)
        limit = time.monotonic() + within_s
        while (behind := reconciler.behind()) and time.monotonic() < limit:
            time.sleep(0.1)
        found = reconciler.compare(everything=True)
    finally:
        reader.close()
    for book, lag in sorted(behind.items()):
        sys.stdout.write(f"{book}: {lag} sequences are not written after {within_s:.0f} s\n")
    for finding in found:
        sys.stdout.write(f"{finding.book} {finding.read_model}: {finding.text}\n")
    for book, log in sorted(reconciler.books.items()):
        sys.stdout.write(f"{book}: {log.cursor.sequence} events in the log\n")
    sys.stdout.write(f"difference {sum(finding.difference for finding in found)}\n")
    return EXIT_DIFFERENT if found or behind else 0


def _without_end(settings: Settings) -> int:
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    metrics, readiness = Metrics(), Readiness()
    compared_at = time.monotonic()

    def stale() -> str:
        age = time.monotonic() - compared_at
        return f"nothing was compared for {age:.0f} s" if age > STALE_AFTER_S else ""

    readiness.add("compared", stale)
    pages = HealthServer(settings.health_address, metrics, readiness, Readiness())
    pages.start()
    _log.info("serving", health_address=pages.address)
    reader = LogReader(settings.kafka)
    reconciler = Reconciler(Warehouse(warehouse_address(settings)), metrics)
    while not stopping.is_set():
        _read_for(reader, reconciler, EVERY_S, stopping)
        try:
            _tell(reconciler.compare())
            compared_at = time.monotonic()
        except WarehouseLost as lost:
            _log.warning("not_compared", error=str(lost))
    reader.close()
    pages.stop()
    return 0


def _read_for(
    reader: LogReader, reconciler: Reconciler, seconds: float, stopping: threading.Event
) -> None:
    """Take in what the log has, for a while; a long log is compared as it is read."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and not stopping.is_set():
        for record in reader.next_records(timeout_ms=200):
            reconciler.take(record)


def _tell(found: Sequence[Finding]) -> None:
    for finding in found:
        _log.error(
            "difference",
            book=finding.book,
            read_model=finding.read_model,
            difference=finding.difference,
        )
