"""A stack of processes: each is ready before the next starts; they stop the other way round."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from deploy.local import leash
from deploy.local.failure import LocalFailure, Reason
from deploy.local.folder_lock import FolderLock
from deploy.local.ports import require_free
from deploy.local.supervisor.keeper import Keeper
from deploy.local.supervisor.step_run import StepRun
from deploy.local.supervisor.supervised import Step, Supervised
from deploy.local.termination import Termination

PIDFILE = "countroom.pid"
LOOK_SECONDS = 0.2


class Stack:
    """Processes that run together under one folder, looked at by a thread while they do.

    `with Stack(...)`: inside, everything is ready. `require_sound` raises once a process could not
    be kept running; by then all the others have been stopped.
    """

    def __init__(
        self,
        folder: Path,
        specs: Sequence[Supervised | Step],
        root: Path,
        is_asked_to_end: Callable[[], bool] = lambda: False,
    ) -> None:
        self.folder, self._is_asked_to_end = folder.resolve(), is_asked_to_end
        self.keepers: dict[str, Keeper] = {}
        self._parts: list[Keeper | StepRun] = []
        for spec in specs:
            self._add(spec, root)
        self._lock = FolderLock(self.folder)
        self._failure: LocalFailure | None = None
        self._ending = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    @property
    def pidfile(self) -> Path:
        """The file that names this process while it runs the stack."""
        return self.folder / PIDFILE

    def start(self) -> Self:
        """Start all.

        Raises `folder_in_use`, `port_taken`, `process_ended`, `not_ready` or `interrupted`.
        """
        self._lock.acquire()
        try:
            self._start_all()
        except BaseException:
            self.stop()
            raise
        self._looking.start()
        return self

    def wait(self, termination: Termination) -> None:
        """Run until this process is asked to end, or raise what could not be kept running."""
        while not termination.wait(LOOK_SECONDS):
            self.require_sound()

    def require_sound(self) -> None:
        """Raise `process_ended` or `fenced` if a process could not be kept running."""
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Stop all, the last one first; each has its grace before it is killed."""
        self._ending.set()
        if self._looking.is_alive():
            self._looking.join()
        self._stop_processes()
        self.pidfile.unlink(missing_ok=True)
        self._lock.release()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _add(self, spec: Supervised | Step, root: Path) -> None:
        folder = self.folder / spec.name
        if isinstance(spec, Step):
            self._parts.append(StepRun(spec, folder, root))
        else:
            self.keepers[spec.name] = Keeper(spec, folder, root)
            self._parts.append(self.keepers[spec.name])

    def _start_all(self) -> None:
        self.pidfile.write_text(leash.identity_of_this())
        for keeper in self.keepers.values():
            keeper.child.end_leftover()
        for keeper in self.keepers.values():
            for port, setting in keeper.spec.ports.items():
                require_free(port, setting)
        for part in self._parts:
            if self._is_asked_to_end():
                raise LocalFailure(Reason.INTERRUPTED, "asked to end while it was starting")
            part.start()

    def _stop_processes(self) -> None:
        for keeper in reversed(self.keepers.values()):
            keeper.child.stop(keeper.spec.grace_seconds)

    def _look(self) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            try:
                for keeper in self.keepers.values():
                    keeper.look()
            except LocalFailure as failure:
                self._ending.set()
                self._stop_processes()
                self._failure = failure
