"""The embedded Kafka with one node: what it keeps, and what it says when it can't start."""

import signal
import socket
import subprocess
import sys

import psutil
import pytest
from kafka.errors import KafkaTimeoutError

from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka.cluster import LocalKafka
from deploy.local.ports import Port, configured, free_port
from deploy.local.waiting import wait_until
from tests.integration.local.records import make_topic, producer, read, send

OWNER = """
import sys, time
from pathlib import Path
from deploy.local.kafka.cluster import LocalKafka
kafka = LocalKafka(Path(sys.argv[1]), port=int(sys.argv[2]), quick=True).start()
print(kafka.nodes[1].child.pid, flush=True)
time.sleep(600)
"""


def test_a_record_that_is_sent_is_read(kafka):
    """The whole run's broker takes and gives."""
    make_topic(kafka.bootstrap, "sent_and_read")
    send(kafka.bootstrap, "sent_and_read", [b"a", b"b"])

    assert read(kafka.bootstrap, "sent_and_read") == [b"a", b"b"]


def test_a_topic_is_never_made_by_itself(kafka):
    """A misspelt name is an error and not a new topic."""
    sender = producer(kafka.bootstrap, max_block_ms=500)
    with pytest.raises(KafkaTimeoutError):
        sender.send("mispelt", b"x")
    sender.close()


def test_data_are_kept_between_runs_and_over_a_kill(tmp_path):
    """A clean stop and a kill -9 lose nothing that was acknowledged."""
    with LocalKafka(tmp_path, quick=True) as kafka:
        make_topic(kafka.bootstrap, "kept")
        send(kafka.bootstrap, "kept", [b"1"])
    with LocalKafka(tmp_path, quick=True) as kafka:
        send(kafka.bootstrap, "kept", [b"2"])
        kafka.kill9(1)
        kafka.start_node(1)

        assert read(kafka.bootstrap, "kept") == [b"1", b"2"]


def test_a_frozen_node_answers_again_once_it_is_resumed(tmp_path):
    """Between SIGSTOP and SIGCONT nobody answers, and nothing is lost."""
    with LocalKafka(tmp_path, quick=True) as kafka:
        kafka.pause(1)
        assert kafka.nodes[1].brokers_seen() == 0
        kafka.resume(1)

        assert wait_until(lambda: kafka.nodes[1].brokers_seen() == 1, 60)


def test_a_taken_port_is_named_with_the_setting_to_change(tmp_path):
    """The refusal says which port, who has it, and what to set."""
    with socket.socket() as holder:
        port = free_port()
        holder.bind(("127.0.0.1", port))
        holder.listen()
        with pytest.raises(LocalFailure) as raised:
            LocalKafka(tmp_path, port=port).start()

    assert raised.value.reason == Reason.PORT_TAKEN
    assert str(port) in str(raised.value)
    assert Port.KAFKA in str(raised.value)


def test_a_folder_has_one_owner(tmp_path):
    """A second cluster on the same data is refused, by the id of the first one's process."""
    with LocalKafka(tmp_path, quick=True):
        with pytest.raises(LocalFailure) as raised:
            LocalKafka(tmp_path).start()

        assert raised.value.reason == Reason.FOLDER_IN_USE


def test_nothing_is_left_running_when_its_owner_is_killed(tmp_path):
    """A killed owner's broker ends, and the next owner starts on the same port and data."""
    port = free_port()
    command = [sys.executable, "-c", OWNER, str(tmp_path), str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
        broker = psutil.Process(int(owner.stdout.readline()))
        make_topic(f"127.0.0.1:{port}", "owned")
        send(f"127.0.0.1:{port}", "owned", [b"x"])
        owner.send_signal(signal.SIGKILL)
    with LocalKafka(tmp_path, port=port, quick=True) as kafka:
        assert read(kafka.bootstrap, "owned") == [b"x"]
    assert wait_until(lambda: not broker.is_running(), 10)


def test_two_nodes_are_refused():
    """Two nodes cannot agree when one is gone."""
    with pytest.raises(LocalFailure) as raised:
        LocalKafka(nodes=2)
    assert raised.value.reason == Reason.NODES_UNSUPPORTED


@pytest.mark.parametrize("text", ["0", "65536", "-1", "kafka", ""])
def test_a_setting_that_is_no_port_is_refused(monkeypatch, text):
    """The refusal names the setting."""
    monkeypatch.setenv(Port.KAFKA, text)
    with pytest.raises(LocalFailure, match=Port.KAFKA) as raised:
        configured(Port.KAFKA)
    assert raised.value.reason == Reason.PORT_INVALID
