"""Topics: what the streams read. `services.chassis.topics` has made them, before they start."""

from typing import Final

from kafka import KafkaAdminClient

from services.chassis.kafka_log import events_topic
from services.streams.projections.facts import PAYLOADS

EVENT_TOPICS: Final = tuple(events_topic(service) for service in PAYLOADS)


class TopicsMissing(Exception):
    """A topic is not there, or has not as many partitions as the others."""


def require_topics(bootstrap: str, names: tuple[str, ...] = EVENT_TOPICS) -> int:
    """Return how many partitions every topic has; raise TopicsMissing.

    Faust would wait for a missing topic for ever and say nothing, and would spread a casino's books
    over workers where the topics differ in their partitions.
    """
    admin = KafkaAdminClient(bootstrap_servers=bootstrap.split(","))
    try:
        found = {topic["name"]: topic for topic in admin.describe_topics(list(names))}
    finally:
        admin.close()
    counts = {name: len(found[name]["partitions"]) if name in found else 0 for name in names}
    missing = sorted(name for name, count in counts.items() if not count)
    if missing:
        raise TopicsMissing(
            f"no topic {', '.join(missing)}: run `python -m services.chassis.topics` first"
        )
    if len(set(counts.values())) > 1:
        raise TopicsMissing(f"all events topics must have the same number of partitions: {counts}")
    return next(iter(counts.values()))
