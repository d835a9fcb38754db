"""Directory: which partition each casino has, and which process owns each partition of a service.

A small compacted topic. A casino's line is written in the transaction that registers it, an owner's
line in its first transaction after fencing, so neither can say what did not happen.
"""

import json
import threading
from collections.abc import Callable
from typing import Any, Final

import structlog
from kafka import TopicPartition

from services.chassis.kafka_log import Record, committed_reader

DIRECTORY_TOPIC: Final = "countroom.directory.v1"
_AT: Final = TopicPartition(DIRECTORY_TOPIC, 0)
_log = structlog.get_logger()


def casino_line(casino_id: str, partition: int) -> Record:
    """Return the line that says where a casino's books are."""
    value = json.dumps({"partition": partition}).encode()
    return Record(DIRECTORY_TOPIC, 0, f"casino/{casino_id}".encode(), value)


def owner_line(service: str, partition: int, address: str, instance: str) -> Record:
    """Return the line that says who writes a partition."""
    value = json.dumps({"address": address, "instance": instance}).encode()
    return Record(DIRECTORY_TOPIC, 0, f"owner/{service}/{partition}".encode(), value)


class Directory:
    """The directory as last read; a thread follows it."""

    def __init__(self, bootstrap: str) -> None:
        """Read it to its end, then follow."""
        self._lines: dict[str, dict[str, Any]] = {}
        self._stop = threading.Event()
        self._consumer = committed_reader(bootstrap)
        self._consumer.assign([_AT])
        self._consumer.seek_to_beginning(_AT)
        end = self._consumer.end_offsets([_AT])[_AT]
        while self._consumer.position(_AT) < end:
            self._read(1_000)
        self._thread = threading.Thread(target=self._follow, name="directory", daemon=True)
        self.on_failure: Callable[[], None] = lambda: None
        self._thread.start()

    def partition_of(self, casino_id: str) -> int | None:
        """Return a casino's partition, or None where it is not registered."""
        line = self._lines.get(f"casino/{casino_id}")
        return int(line["partition"]) if line else None

    def owner_of(self, service: str, partition: int) -> str:
        """Return the address of a partition's owner, or "" where none has said so."""
        return str(self._lines.get(f"owner/{service}/{partition}", {}).get("address", ""))

    def instance_of(self, service: str, partition: int) -> str:
        """Return the owner's instance, which no other process ever has."""
        return str(self._lines.get(f"owner/{service}/{partition}", {}).get("instance", ""))

    def casinos_in(self, partition: int) -> int:
        """Return how many casinos a partition has."""
        casinos = [v for k, v in self._lines.copy().items() if k.startswith("casino/")]
        return sum(line["partition"] == partition for line in casinos)

    def close(self) -> None:
        """Stop following."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _follow(self) -> None:
        try:
            while not self._stop.is_set():
                self._read(200)
        except Exception as error:  # noqa: BLE001 - whatever it is, the directory is no longer followed
            _log.error("directory_lost", error=type(error).__name__)
            self.on_failure()
        finally:
            self._consumer.close()

    def _read(self, timeout_ms: int) -> None:
        for record in self._consumer.poll(timeout_ms=timeout_ms).get(_AT, []):
            self._lines[record.key.decode()] = json.loads(record.value)
