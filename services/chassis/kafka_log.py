"""The log in Kafka: a partition's one writer, and readers of committed pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from services.chassis.pages import Page, read_page

TRANSACTION_TIMEOUT_MS: Final = 10_000
# The default of 100 ms stalls a transaction by as much; the broker is asked again at once instead.
RETRY_BACKOFF_MS: Final = 2
_MAX_REQUEST_BYTES: Final = 8 << 20
_FETCH_BYTES: Final = 8 << 20
# A request to a coordinator that died is never sent again by this client: it is given up early.
_BLOCK_MS: Final = 5_000
_DELIVERY_MS: Final = 8_000


class WriterDone(Exception):
    """A transactional call failed: fenced, timed out or refused. This writer never writes again."""


class LogUnread(Exception):
    """The log did not give up its pages within the limit."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a commit: a page of the events topic, or a line of a compacted one."""

    topic: str
    partition: int
    key: bytes
    value: bytes
    headers: Sequence[tuple[str, bytes]] = ()


def events_topic(service: str) -> str:
    """Return the topic of a service's books, e.g. "countroom.cashier.events.v1"."""
    return f"countroom.{service}.events.v1"


class LogWriter:
    """One transactional producer. Whoever fences last, writes; any error ends it."""

    def __init__(self, bootstrap: str, transactional_id: str) -> None:
        """Connect; nothing is fenced yet."""
        self._producer = KafkaProducer(
            bootstrap_servers=bootstrap.split(","),
            transactional_id=transactional_id,
            transaction_timeout_ms=TRANSACTION_TIMEOUT_MS,
            acks="all",
            linger_ms=0,
            retry_backoff_ms=RETRY_BACKOFF_MS,
            max_request_size=_MAX_REQUEST_BYTES,
            max_block_ms=_BLOCK_MS,
            request_timeout_ms=_BLOCK_MS,
            delivery_timeout_ms=_DELIVERY_MS,
            allow_auto_create_topics=False,
            metrics_enabled=False,
        )

    def fence(self) -> None:
        """Fence every earlier writer of this id; its open transaction is ended first."""
        try:
            self._producer.init_transactions()
        except Exception as error:
            raise WriterDone("fence") from error

    def append(self, records: Sequence[Record]) -> list[int]:
        """Commit the records, all or none, and return their offsets."""
        producer = self._producer
        try:
            producer.begin_transaction()
            sent = [
                producer.send(
                    r.topic, r.value, r.key, headers=list(r.headers), partition=r.partition
                )
                for r in records
            ]
            producer.commit_transaction()
            # A record that the client itself turned down fails its future while the commit is good.
            return [future.get(timeout=0).offset for future in sent]
        except Exception as error:
            raise WriterDone("append") from error

    def close(self) -> None:
        """Give up the connection; an open transaction is left to its successor or its timeout."""
        self._producer.close(timeout=1)


def committed_reader(bootstrap: str, **settings: Any) -> KafkaConsumer:
    """Return a plain consumer of committed records that knows no group."""
    return KafkaConsumer(
        bootstrap_servers=bootstrap.split(","),
        isolation_level="read_committed",
        enable_auto_commit=False,
        auto_offset_reset="none",
        retry_backoff_ms=RETRY_BACKOFF_MS,
        max_partition_fetch_bytes=_FETCH_BYTES,
        fetch_max_bytes=4 * _FETCH_BYTES,
        metrics_enabled=False,
        **settings,
    )


class CommittedLog:
    """A partition's committed pages for a plain reader, from an offset to the end or beyond."""

    def __init__(self, bootstrap: str, topic: str, partition: int) -> None:
        """Connect."""
        self._consumer = committed_reader(bootstrap)
        self._at = TopicPartition(topic, partition)
        self._consumer.assign([self._at])

    def end_offset(self) -> int:
        """Return the offset after the last committed record and its marker."""
        offset: int = self._consumer.end_offsets([self._at])[self._at]
        return offset

    def read(self, offset: int, end: int) -> Iterator[tuple[int, Page]]:
        """Yield (offset, page) from `offset` until `end`, markers passed over."""
        self._consumer.seek(self._at, offset)
        idle = 0
        while self._consumer.position(self._at) < end:
            batch = self._consumer.poll(timeout_ms=1_000, max_records=500).get(self._at, [])
            idle = 0 if batch else idle + 1
            if idle > 30:  # noqa: PLR2004 - half a minute without a record before a known end
                raise LogUnread(f"{self._at}: nothing after {self._consumer.position(self._at)}")
            for record in batch:
                if record.offset >= end:
                    return
                yield record.offset, read_page(record.value)

    def close(self) -> None:
        """Give up the connection."""
        self._consumer.close()
