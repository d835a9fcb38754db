"""One process of ours: started with its own log, watched, paused, stopped and killed by its id."""

import os
import signal
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deploy.local import leash
from deploy.local.failure import LocalFailure, Reason

TAIL_LINES = 15


@dataclass(slots=True)
class Child:
    """A process that writes to `folder/name.log` and is known by `folder/name.pid`.

    It never outlives this process. One that was left over from an earlier owner, by the pid file,
    is ended before the new one starts.
    """

    name: str
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    working_folder: Path | None = None
    _process: "subprocess.Popen[bytes] | None" = None

    @property
    def log(self) -> Path:
        """The file that the process prints to, appended at each start."""
        return self.folder / f"{self.name}.log"

    @property
    def pidfile(self) -> Path:
        """The file that names the process and the time of its start."""
        return self.folder / f"{self.name}.pid"

    @property
    def running(self) -> bool:
        """Whether the process has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """What the process ended with (negative: the signal's number), None while it runs."""
        return None if self._process is None else self._process.poll()

    @property
    def pid(self) -> int:
        """The id of the running process; `not_running` if there is none."""
        if self._process is None or self._process.poll() is not None:
            raise LocalFailure(Reason.NOT_RUNNING, f"{self.name} is not running: start it first")
        return self._process.pid

    def start(self, command: Sequence[str]) -> None:
        """Start the process in its own group, so that a Ctrl-C at the terminal isn't its own."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.end_leftover()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                cwd=self.working_folder,
                start_new_session=True,
            )
        leash.hold(self._process.pid)
        draft = self.pidfile.with_suffix(".draft")
        draft.write_text(leash.identity(self._process.pid))
        draft.replace(self.pidfile)

    def end_leftover(self) -> None:
        """Kill the process that the pid file names, which an owner that was killed left behind."""
        if self.pidfile.exists():
            leash.kill(self.pidfile.read_text())
            self.pidfile.unlink(missing_ok=True)

    def kill9(self) -> None:
        """End the process as a crash does, and wait until it is gone."""
        self._send(signal.SIGKILL)
        self._wait(None)

    def pause(self) -> None:
        """Freeze the process (SIGSTOP) until `resume`."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a frozen process run on (SIGCONT)."""
        self._send(signal.SIGCONT)

    def ask_to_end(self) -> None:
        """Ask the process to end (SIGTERM), without waiting for it."""
        self._send(signal.SIGTERM)
        self._send(signal.SIGCONT)  # a frozen one hears the first only now

    def stop(self, grace_seconds: float) -> None:
        """Ask the process to end, and kill it when the grace is over."""
        self.ask_to_end()
        if not self._wait(grace_seconds):
            self.kill9()
        self.pidfile.unlink(missing_ok=True)

    def tail(self) -> str:
        """Return the last lines of the log, for an error that a person reads."""
        if not self.log.exists():
            return ""
        with self.log.open(errors="replace") as log:
            return "".join(deque(log, TAIL_LINES)).rstrip()

    def _send(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    def _wait(self, seconds: float | None) -> bool:
        if self._process is not None:
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                return False
        return True
