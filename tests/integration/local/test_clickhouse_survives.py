"""The embedded ClickHouse is killed, frozen, started twice: what was acknowledged is there."""

import socket
import subprocess
import sys
import threading

import pytest
from clickhouse_driver import errors

from deploy.local.clickhouse.front import LocalClickHouse
from deploy.local.failure import LocalFailure, Reason
from deploy.local.ports import Port, free_port
from deploy.local.waiting import wait_until

BLOCK = 100


class Load(threading.Thread):
    """Inserts blocks of new numbers until the server is gone."""

    def __init__(self, client):
        super().__init__()
        self.client, self.acknowledged = client, 0

    def run(self):
        try:
            while True:
                first = self.acknowledged * BLOCK
                rows = [(first + i, "x" * 50) for i in range(BLOCK)]
                self.client.execute("INSERT INTO k VALUES", rows)
                self.acknowledged += 1
        except (errors.Error, EOFError, OSError):
            self.client.disconnect()


def test_a_kill_loses_no_acknowledged_row_and_doubles_none(tmp_path):
    """Three kills under load: acknowledged blocks are whole, the last one is there or not."""
    with LocalClickHouse(tmp_path) as clickhouse:
        table = "k (a UInt64, s String) ENGINE = MergeTree ORDER BY a"
        clickhouse.client().execute(f"CREATE TABLE {table}")
        for _ in range(3):
            clickhouse.client().execute("TRUNCATE TABLE k")
            load = Load(clickhouse.client())
            load.start()
            assert wait_until(lambda: load.acknowledged >= 20, 20)  # noqa: B023 - this very one
            clickhouse.kill9()
            load.join()
            clickhouse.start()

            asked = clickhouse.client().execute("SELECT count(), uniqExact(a) FROM k")
            rows, numbers = asked[0]
            assert rows == numbers
            assert rows - load.acknowledged * BLOCK in {0, BLOCK}
            parts = clickhouse.client().execute("CHECK TABLE k")
            assert all(part[1] == 1 for part in parts)


def test_data_and_passwords_are_kept_between_runs(tmp_path):
    """A second start on the folder finds the tables and the users of the first."""
    with LocalClickHouse(tmp_path) as clickhouse:
        clickhouse.client().execute("CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a")
        clickhouse.client().execute("INSERT INTO t VALUES", [(1,)])
        password = clickhouse.user("reader").password
    with LocalClickHouse(tmp_path) as clickhouse:
        assert clickhouse.user("reader").password == password
        assert clickhouse.client("reader").execute("SELECT a FROM t") == [(1,)]


def test_a_frozen_server_answers_again_once_it_is_resumed(tmp_path):
    """Between SIGSTOP and SIGCONT a query gets no answer."""
    with LocalClickHouse(tmp_path) as clickhouse:
        clickhouse.pause()
        with pytest.raises((errors.Error, EOFError, OSError)):
            clickhouse.client(send_receive_timeout=1, sync_request_timeout=1).execute("SELECT 1")
        clickhouse.resume()

        clickhouse.wait_ready()


def test_a_taken_port_is_named_with_the_setting_to_change(tmp_path):
    """The refusal says which port and what to set."""
    with socket.socket() as holder:
        port = free_port()
        holder.bind(("127.0.0.1", port))
        holder.listen()
        with pytest.raises(LocalFailure, match=f"{port}.*{Port.CLICKHOUSE}") as raised:
            LocalClickHouse(tmp_path, port=port).start()

    assert raised.value.reason == Reason.PORT_TAKEN


def test_a_folder_has_one_server(tmp_path):
    """A second owner and a second server are refused with a clear word; the first goes on."""
    with LocalClickHouse(tmp_path) as first:
        with pytest.raises(LocalFailure) as raised:
            LocalClickHouse(tmp_path).start()
        assert raised.value.reason == Reason.FOLDER_IN_USE
        command = [sys.executable, "-m", "deploy.local.clickhouse", "--path", str(tmp_path)]
        second = subprocess.run(
            [*command, "--port", str(free_port())],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (second.returncode, Reason.FOLDER_IN_USE in second.stderr) == (1, True)
        assert first.client().execute("SELECT 1") == [(1,)]
