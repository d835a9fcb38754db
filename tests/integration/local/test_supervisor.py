"""The supervisor keeps a stack of processes running, or stops all of it and says why."""

import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from deploy.local.failure import LocalFailure, Reason
from deploy.local.ports import Port, free_port
from deploy.local.supervisor.stack import PIDFILE, Stack
from deploy.local.supervisor.supervised import FENCED, RestartPolicy
from deploy.local.waiting import wait_until
from tests.integration.local.processes import Obedient, step

ROOT = Path(__file__).resolve().parents[3]
STUBBORN = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).touch()
time.sleep(600)
"""


@pytest.fixture
def one(tmp_path):
    return Obedient(tmp_path, "one")


@pytest.fixture
def two(tmp_path):
    return Obedient(tmp_path, "two")


def stack(tmp_path, *specs):
    return Stack(tmp_path / "var", specs, ROOT)


def failure_of(running):
    """Return what the stack could not keep running, within a limit."""
    found = []

    def failed():
        try:
            running.require_sound()
        except LocalFailure as failure:
            found.append(failure)
        return bool(found)

    assert wait_until(failed, 20)
    return found[0]


def test_each_is_ready_before_the_next_starts_and_all_stop(tmp_path, one, two):
    """A step between two processes is taken once, after the first and before the second."""
    check = f"import pathlib; assert pathlib.Path({str(one.folder / 'ready')!r}).exists()"
    with stack(tmp_path, one.spec(), step("between", check), two.spec()) as running:
        children = [keeper.child for keeper in running.keepers.values()]
        assert [child.running for child in children] == [True, True]
        assert (tmp_path / "var/one/one.log").read_text() == "it runs\n"
        assert (tmp_path / "var" / PIDFILE).exists()

    assert [child.running for child in children] == [False, False]
    assert not (tmp_path / "var" / PIDFILE).exists()


@pytest.mark.parametrize("code", [0, 1, 4])
def test_a_process_that_ends_by_itself_is_started_again(tmp_path, one, code):
    """Ending well is a failure too: nobody asked for it."""
    with stack(tmp_path, one.spec()) as running:
        one.end(code)
        assert wait_until(lambda: one.starts > 1, 10)
        (one.folder / "end").unlink()

        assert wait_until(lambda: running.keepers["one"].child.running, 10)
        running.require_sound()


def test_a_killed_process_is_started_again(tmp_path, one):
    """A kill -9 is a failure like any other."""
    with stack(tmp_path, one.spec()) as running:
        running.keepers["one"].child.kill9()

        assert wait_until(lambda: one.starts == 2, 10)


def test_a_fenced_process_is_never_started_again(tmp_path, one, two):
    """Exit code 3 means that another one writes in its place: all stop, and it is said."""
    with stack(tmp_path, one.spec(), two.spec()) as running:
        one.end(FENCED)

        assert failure_of(running).reason == Reason.FENCED
        assert one.starts == 1
        assert not running.keepers["two"].child.running


def test_a_process_that_keeps_failing_stops_the_whole_stack(tmp_path, one, two):
    """After the limit the error names the process, its code and its log."""
    with stack(tmp_path, one.spec(), two.spec()) as running:
        one.end(9)
        failure = failure_of(running)

        assert failure.reason == Reason.PROCESS_ENDED
        assert "one ended with 9" in str(failure)
        assert "it runs" in str(failure)
        assert one.starts == 4  # the first, and as many more as the limit allows
        assert not running.keepers["two"].child.running


def test_the_pause_between_restarts_grows_to_its_longest():
    """It doubles from the first to the longest."""
    policy = RestartPolicy(first_pause=0.5, longest_pause=3.0)
    assert [policy.pause(n) for n in (1, 2, 3, 4, 5)] == [0.5, 1.0, 2.0, 3.0, 3.0]


def test_one_that_is_never_ready_stops_the_start(tmp_path, one, two):
    """The first is stopped again, and the second never starts."""
    never = replace(one.spec(ready_seconds=0.2), ready=lambda: False)
    with pytest.raises(LocalFailure, match="one is not ready") as raised:
        stack(tmp_path, never, two.spec()).start()

    assert raised.value.reason == Reason.NOT_READY
    assert not (two.folder / "starts").exists()


@pytest.mark.parametrize("code", ["raise SystemExit('no topics')", "import no_such_module"])
def test_a_step_that_fails_stops_the_start(tmp_path, one, code):
    """The error shows the end of the step's log."""
    with pytest.raises(LocalFailure, match=r"no topics|no_such_module") as raised:
        stack(tmp_path, one.spec(), step("topics", code)).start()
    assert raised.value.reason == Reason.PROCESS_ENDED


def test_a_start_that_is_asked_to_end_goes_no_further(tmp_path, one, two):
    """What has started by then is stopped, and what has not never starts."""
    started = (one.folder / "ready").exists
    with pytest.raises(LocalFailure) as raised:
        Stack(tmp_path / "var", [one.spec(), two.spec()], ROOT, started).start()

    assert raised.value.reason == Reason.INTERRUPTED
    assert not (two.folder / "starts").exists()


def test_one_that_ignores_the_request_to_end_is_killed_after_its_grace(tmp_path, one):
    """SIGTERM first, then SIGKILL."""
    command = [sys.executable, "-c", STUBBORN, str(one.folder / "ready")]
    stubborn = replace(one.spec(), command=command, grace_seconds=0.3)
    with stack(tmp_path, stubborn) as running:
        child = running.keepers["one"].child

    assert child.exit_code == -signal.SIGKILL


def test_a_taken_port_stops_the_start_before_anything_runs(tmp_path, one):
    """The error names the port and the setting."""
    with socket.socket() as holder:
        port = free_port()
        holder.bind(("127.0.0.1", port))
        holder.listen()
        with pytest.raises(LocalFailure, match=f"{port}.*{Port.CASHIER}"):
            stack(tmp_path, one.spec(ports={port: Port.CASHIER})).start()
    assert not (one.folder / "starts").exists()


def test_a_folder_has_one_stack(tmp_path, one, two):
    """A second `up` on the folder is refused, and the first goes on."""
    with stack(tmp_path, one.spec()) as running:
        with pytest.raises(LocalFailure) as raised:
            stack(tmp_path, two.spec()).start()

        assert raised.value.reason == Reason.FOLDER_IN_USE
        assert running.pidfile.exists()
        running.require_sound()


def test_up_and_down_from_the_command_line_leave_nothing_running(tmp_path):
    """The embedded parts start in one process and are stopped from another."""
    ports = {
        port: str(free_port()) for port in (Port.KAFKA, Port.KAFKA_CONTROLLER, Port.CLICKHOUSE)
    }
    environment = {**os.environ, **ports, "PYTHONPATH": f"{ROOT}:{ROOT / 'gen'}"}
    command = [sys.executable, "-m", "deploy.local"]
    where = ["--folder", str(tmp_path / "var")]
    options = {"env": environment, "cwd": ROOT, "text": True}
    with subprocess.Popen(
        [*command, "up", "--parts-only", *where], stdout=subprocess.PIPE, **options
    ) as up:
        line = next(line for line in up.stdout if "all ready" in line)
        children = psutil.Process(up.pid).children(recursive=True)
        subprocess.run([*command, "down", *where], check=True, **options)
        assert up.wait(60) == 0

    assert line
    assert wait_until(lambda: not any(child.is_running() for child in children), 10)
