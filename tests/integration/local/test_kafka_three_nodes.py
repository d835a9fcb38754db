"""The embedded Kafka with three nodes: it goes on when the one that leads is gone."""

import pytest
from kafka.errors import KafkaTimeoutError

from deploy.local.kafka.cluster import LocalKafka
from deploy.local.kafka.roles import controller, partition_leader, transaction_coordinator
from tests.integration.local.records import make_topic, producer, read, send

TOPIC, WRITER = "replicated", "writer-0"


@pytest.fixture(scope="module")
def cluster():
    with LocalKafka(nodes=3, quick=True) as running:
        make_topic(running.bootstrap, TOPIC, copies=3)
        yield running


def writer(bootstrap):
    """Return a producer that has fenced the one before.

    kafka-python forgets a request whose coordinator is dead, so it is asked anew by a new producer.
    """
    while True:
        starting = producer(bootstrap, transactional_id=WRITER, max_block_ms=3_000)
        try:
            starting.init_transactions()
        except KafkaTimeoutError:
            starting.close(timeout=0)
        else:
            return starting


def commit(bootstrap, value):
    committing = writer(bootstrap)
    committing.begin_transaction()
    committing.send(TOPIC, value).get(timeout=30)
    committing.commit_transaction()
    committing.close()


@pytest.mark.slow
def test_no_acknowledged_record_is_lost_with_the_node_that_leads(cluster):
    """Kill the leader, then the coordinator, then the controller: every commit is there, once."""
    commit(cluster.bootstrap, b"0")
    for number, lead in enumerate(("leader", "coordinator", "controller"), 1):
        node = {
            "leader": lambda: partition_leader(cluster.bootstrap, TOPIC, 0),
            "coordinator": lambda: transaction_coordinator(cluster.bootstrap, WRITER),
            "controller": lambda: controller(cluster.bootstrap),
        }[lead]()
        cluster.kill9(node)
        commit(cluster.bootstrap, str(number).encode())
        cluster.start_node(node)

    assert read(cluster.bootstrap, TOPIC) == [b"0", b"1", b"2", b"3"]


def test_a_cluster_stops_cleanly_and_keeps_its_data(tmp_path):
    """Three nodes that are stopped and started again hold what they held."""
    with LocalKafka(tmp_path, nodes=3, quick=True) as kafka:
        make_topic(kafka.bootstrap, TOPIC, copies=3)
        send(kafka.bootstrap, TOPIC, [b"kept"])
    with LocalKafka(tmp_path, nodes=3, quick=True) as kafka:
        assert read(kafka.bootstrap, TOPIC) == [b"kept"]
