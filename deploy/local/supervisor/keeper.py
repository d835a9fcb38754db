"""Keeping one process running: started, looked at, started again, given up."""

import time
from pathlib import Path

from deploy.local.child import Child
from deploy.local.failure import LocalFailure, Reason
from deploy.local.supervisor.supervised import FENCED, Supervised
from deploy.local.waiting import wait_until


class Keeper:
    """One supervised process and the count of its failures."""

    def __init__(self, spec: Supervised, folder: Path, root: Path) -> None:
        self.spec = spec
        self.child = Child(spec.name, folder, spec.environment, working_folder=root)
        self._failures = 0
        self._started_at = self._due_at = 0.0

    @property
    def restarts(self) -> int:
        """How often in a row it has ended by itself."""
        return self._failures

    def start(self) -> None:
        """Start the process and wait until it is ready; what ends before that is a failure."""
        self._run()

        def ready() -> bool:
            if not self.child.running:
                raise self._ended()
            return self.spec.ready()

        if not wait_until(ready, self.spec.ready_seconds):
            seconds = f"{self.spec.ready_seconds:.0f} s"
            message = f"{self.spec.name} is not ready after {seconds}: see {self.child.log}"
            raise LocalFailure(Reason.NOT_READY, message)

    def look(self) -> None:
        """Start the process again if it has ended and its pause is over.

        Raises `fenced` for a writer that another one has replaced, which never fences back, and
        `process_ended` for one that has ended too often.
        """
        if self.child.running:
            return
        if self.child.exit_code == FENCED:
            what = f"{self.spec.name} has been fenced: another process writes in its place"
            raise LocalFailure(Reason.FENCED, f"{what}. End that one, then start again")
        if self._due_at <= self._started_at:
            self._note_failure()
        if time.monotonic() >= self._due_at:
            self._run()

    def _run(self) -> None:
        self._started_at = time.monotonic()
        self.child.start(self.spec.command)

    def _note_failure(self) -> None:
        policy, now = self.spec.restart, time.monotonic()
        steady = now - self._started_at >= policy.steady
        self._failures = 1 if steady else self._failures + 1
        if self._failures > policy.limit:
            raise self._ended()
        self._due_at = now + policy.pause(self._failures)

    def _ended(self) -> LocalFailure:
        times = f", {self._failures} times in a row" if self._failures else ""
        what = f"{self.spec.name} ended with {self.child.exit_code}{times}"
        message = f"{what}: see {self.child.log}, which ends\n{self.child.tail()}"
        return LocalFailure(Reason.PROCESS_ENDED, message)
