"""Topics, made by an explicit step before any service starts."""

import sys
from typing import Any, Final

from kafka import KafkaAdminClient
from kafka.errors import TopicAlreadyExistsError

from services.chassis.directory import DIRECTORY_TOPIC
from services.chassis.kafka_log import events_topic
from services.chassis.settings import Settings

SERVICES: Final = ("cashier", "compliance", "audit")
KEPT_FOR_EVER: Final = {"retention.ms": "-1", "retention.bytes": "-1", "cleanup.policy": "delete"}
COMPACTED: Final = {"cleanup.policy": "compact", "min.cleanable.dirty.ratio": "0.1"}


def topics(partitions: int, copies: int) -> dict[str, dict[str, Any]]:
    """Return every topic: the events of each service, and the directory of casinos and owners."""
    durable = {"min.insync.replicas": str(max(1, copies - 1)), "max.message.bytes": str(2 << 20)}
    size = {"num_partitions": partitions, "replication_factor": copies}
    events = {events_topic(s): size | {"configs": KEPT_FOR_EVER | durable} for s in SERVICES}
    one = {"num_partitions": 1, "replication_factor": copies, "configs": COMPACTED | durable}
    return events | {DIRECTORY_TOPIC: one}


def create_topics(bootstrap: str, partitions: int, copies: int) -> list[str]:
    """Create the topics that are missing and return their names; the others stay as they are."""
    admin = KafkaAdminClient(bootstrap_servers=bootstrap.split(","))
    created: list[str] = []
    try:
        for name, settings in topics(partitions, copies).items():
            try:
                admin.create_topics({name: settings}, wait_for_metadata=True)
            except TopicAlreadyExistsError:
                continue
            created.append(name)
    finally:
        admin.close()
    return created


def main() -> None:
    """Create what is missing, by the settings in the environment."""
    settings = Settings()
    created = create_topics(settings.kafka, settings.partitions, settings.replication)
    sys.stdout.write(f"topics created: {', '.join(created) or 'none, all are there'}\n")


if __name__ == "__main__":
    main()
