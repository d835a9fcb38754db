"""Raw kafka-python: what one producer writes of events of a size, one event a record.

Idempotent, acks=all, no transactions, and for the rest as kafka-python comes. Larger batches than
its own 16 KiB make it up to three times as fast: that figure stands beside.
"""

import time
from importlib.util import find_spec
from typing import Final

from kafka import KafkaProducer
from kafka.admin import KafkaAdminClient

OWN_BATCH_BYTES: Final = 16 << 10
LARGE_BATCH_BYTES: Final = 256 << 10


class Crc32cMissing(Exception):
    """kafka-python would sum each record in Python: the raw figure would be a third of itself."""


def make_topic(bootstrap: str, topic: str) -> None:
    """Make the topic of the measurement, one partition as a book has one."""
    if find_spec("crc32c") is None:
        raise Crc32cMissing("crc32c is not installed: install the project's requirements.")
    admin = KafkaAdminClient(bootstrap_servers=bootstrap.split(","))
    try:
        size = {"num_partitions": 1, "replication_factor": 1}
        admin.create_topics({topic: size}, wait_for_metadata=True)
    finally:
        admin.close()


def raw_records_per_second(
    bootstrap: str,
    topic: str,
    event_bytes: int,
    records: int,
    batch_bytes: int = OWN_BATCH_BYTES,
) -> float:
    """Return acknowledged records a second of this size; the first tenth only warms up."""
    producer = KafkaProducer(
        bootstrap_servers=bootstrap.split(","),
        enable_idempotence=True,
        acks="all",
        batch_size=batch_bytes,
        metrics_enabled=False,
    )
    try:
        values = [number.to_bytes(8, "big") * (event_bytes // 8) for number in range(records)]
        warm = records // 10
        for value in values[:warm]:
            producer.send(topic, value, partition=0)
        producer.flush()
        began = time.perf_counter()
        sent = [producer.send(topic, value, partition=0) for value in values[warm:]]
        producer.flush()
        took_s = time.perf_counter() - began
        for future in sent:
            future.get(timeout=0)  # a record that was not acknowledged raises here
        return len(sent) / took_s
    finally:
        producer.close()
