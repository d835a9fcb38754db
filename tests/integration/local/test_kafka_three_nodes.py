"""The embedded Kafka with three nodes: it goes on when the one that leads is gone."""

import pytest

from deploy.local.kafka.cluster import LocalKafka
from deploy.local.kafka.roles import controller, partition_leader, transaction_coordinator
from tests.integration.local.records import make_topic, producer, read

TOPIC, WRITER = "replicated", "writer-0"


@pytest.fixture(scope="module")
def cluster():
    with LocalKafka(nodes=3, quick=True) as running:
        make_topic(running.bootstrap, TOPIC, copies=3)
        yield running


def commit(bootstrap, value):
    """Commit one record as a writer that starts: it fences the one before and finds who leads."""
    writer = producer(bootstrap, transactional_id=WRITER)
    writer.init_transactions()
    writer.begin_transaction()
    writer.send(TOPIC, value).get(timeout=30)
    writer.commit_transaction()
    writer.close()


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
        writer = producer(kafka.bootstrap)
        writer.send(TOPIC, b"kept").get(timeout=30)
        writer.close()
    with LocalKafka(tmp_path, nodes=3, quick=True) as kafka:
        assert read(kafka.bootstrap, TOPIC) == [b"kept"]
