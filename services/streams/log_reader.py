"""Log reader: the events topics' committed pages by a plain consumer, beside the worker."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from kafka import TopicPartition

from services.chassis.kafka_log import LogUnread, committed_reader
from services.streams.topics import EVENT_TOPICS

_BATCH: Final = 500
_POLL_MS: Final = 1_000
_IDLE_POLLS: Final = 30


class LogRecord(NamedTuple):
    """One record as it stands in the log."""

    topic: str
    partition: int
    offset: int
    key: bytes
    value: bytes


class LogReader:
    """Reads from the beginning on and shares nothing with the worker, not even a client."""

    def __init__(self, bootstrap: str) -> None:
        """Connect and stand at the beginning of every partition."""
        self._consumer: Any = committed_reader(bootstrap)
        self._at = [
            TopicPartition(topic, number)
            for topic in EVENT_TOPICS
            for number in sorted(self._consumer.partitions_for_topic(topic) or ())
        ]
        self._consumer.assign(self._at)
        self._consumer.seek_to_beginning(*self._at)

    @property
    def partitions(self) -> list[int]:
        """Return the partition numbers."""
        return sorted({at.partition for at in self._at})

    def ends(self) -> dict[TopicPartition, int]:
        """Return the offset after the last committed record of each partition, markers included."""
        ends: dict[TopicPartition, int] = self._consumer.end_offsets(self._at)
        return ends

    def next_records(self, timeout_ms: int = _POLL_MS) -> list[LogRecord]:
        """Return the next records, none where the log has none within the time."""
        polled = self._consumer.poll(timeout_ms=timeout_ms, max_records=_BATCH)
        return [
            LogRecord(at.topic, at.partition, record.offset, record.key or b"", record.value)
            for at, records in polled.items()
            for record in records
        ]

    def records_until(self, ends: Mapping[TopicPartition, int]) -> Iterator[LogRecord]:
        """Yield records until every partition stands at its end; raise LogUnread where it won't."""
        idle = 0
        while any(self._consumer.position(at) < end for at, end in ends.items()):
            records = self.next_records()
            idle = 0 if records else idle + 1
            if idle > _IDLE_POLLS:
                raise LogUnread(f"nothing more within {_IDLE_POLLS} s")
            yield from records

    def close(self) -> None:
        """Give up the connection."""
        self._consumer.close()
