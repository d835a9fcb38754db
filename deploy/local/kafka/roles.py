"""Which node leads what: so that a fault test can hit exactly that one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kafka.admin import KafkaAdminClient


def partition_leader(bootstrap: str, topic: str, partition: int) -> int:
    """Return the number of the node that leads the partition, -1 if none does at the moment."""
    with _admin(bootstrap) as admin:
        described = admin.describe_topics([topic])[0]["partitions"]
    leader: int = next(p["leader_id"] for p in described if p["partition_index"] == partition)
    return leader


def transaction_coordinator(bootstrap: str, transactional_id: str) -> int:
    """Return the number of the node that coordinates a producer which has begun transactions."""
    with _admin(bootstrap) as admin:
        described = admin.describe_transactions([transactional_id])
    coordinator: int = described[transactional_id].coordinator_id
    return coordinator


def controller(bootstrap: str) -> int:
    """Return the number of the node that leads the controllers' own log."""
    with _admin(bootstrap) as admin:
        quorum = admin.describe_metadata_quorum()
    leader: int = quorum["topics"][0]["partitions"][0]["leader_id"]
    return leader


@contextmanager
def _admin(bootstrap: str) -> Iterator[Any]:
    client = KafkaAdminClient(bootstrap_servers=bootstrap.split(","))
    try:
        yield client
    finally:
        client.close()
