"""Nothing outlives its owner: a small process that ends our children when we are killed.

It reads their ids from a pipe. The pipe closes when the owner ends, however it ends, and then
whatever is still running of them is killed.
"""

import atexit
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

import psutil

CLOCK_SLACK_SECONDS = 1.0
KILL_SECONDS, PAUSE_SECONDS = 30.0, 0.01
_starting = threading.Lock()
_leash: "subprocess.Popen[str] | None" = None


def hold(pid: int) -> None:
    """See to it that the process doesn't outlive this one."""
    global _leash  # noqa: PLW0603 - one for the whole process, as it has one life
    with _starting:
        if _leash is None or _leash.poll() is not None:
            _leash = subprocess.Popen(
                [sys.executable, "-P", __file__],  # -P: the neighbours here are no libraries
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
            atexit.register(_let_go, _leash)
        pipe = _leash.stdin
        if pipe is None:
            raise AssertionError(_leash)
        pipe.write(identity(pid) + "\n")
        pipe.flush()


def identity(pid: int) -> str:
    """Return the id with the time of its start, since ids are used again."""
    return f"{pid} {psutil.Process(pid).create_time()}"


def identity_of_this() -> str:
    """Return this very process's identity."""
    return identity(os.getpid())


def alive(written: str) -> psutil.Process | None:
    """Return the process that an `identity` named, if it still runs."""
    pid, started = written.split()
    try:
        process = psutil.Process(int(pid))
        ended = process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return None
    same = abs(process.create_time() - float(started)) < CLOCK_SLACK_SECONDS
    return process if same and not ended else None


def kill(written: str) -> None:
    """End the process that an `identity` named, at once, if it still runs."""
    end = time.monotonic() + KILL_SECONDS
    while (process := alive(written)) and time.monotonic() < end:
        with suppress(psutil.NoSuchProcess):  # it ended by itself in between, as was wanted
            process.kill()
        time.sleep(PAUSE_SECONDS)


def _let_go(leash: "subprocess.Popen[str]") -> None:
    if leash.stdin is not None:
        leash.stdin.close()
    leash.wait()


def main() -> None:
    """Gather the ids until the owner has gone, then end what is left."""
    for written in sys.stdin.readlines():
        kill(written)


if __name__ == "__main__":
    main()
