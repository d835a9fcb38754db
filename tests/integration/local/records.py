"""What the tests of the embedded Kafka share: topics made, records sent and read."""

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient, NewTopic


def make_topic(bootstrap, name, *, copies=1):
    admin = KafkaAdminClient(bootstrap_servers=bootstrap.split(","))
    admin.create_topics([NewTopic(name=name, num_partitions=1, replication_factor=copies)])
    admin.close()


def producer(bootstrap, **settings):
    return KafkaProducer(
        bootstrap_servers=bootstrap.split(","),
        acks="all",
        retry_backoff_ms=2,
        **settings,
    )


def send(bootstrap, topic, values):
    """Send the values and return once each is acknowledged."""
    sender = producer(bootstrap)
    for sent in [sender.send(topic, value) for value in values]:
        sent.get(timeout=30)
    sender.close()


def read(bootstrap, topic):
    """Return every committed value of the topic's only partition."""
    partition = TopicPartition(topic, 0)
    reader = KafkaConsumer(
        bootstrap_servers=bootstrap.split(","),
        isolation_level="read_committed",
        auto_offset_reset="earliest",
        group_id=None,
    )
    reader.assign([partition])
    end = reader.end_offsets([partition])[partition]
    values = []
    while reader.position(partition) < end:
        for records in reader.poll(timeout_ms=500).values():
            values += [record.value for record in records]
    reader.close()
    return values
