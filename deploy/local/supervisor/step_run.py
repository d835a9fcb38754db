"""Taking a step: a command that is run to its end."""

from pathlib import Path

from deploy.local.child import Child
from deploy.local.failure import LocalFailure, Reason
from deploy.local.supervisor.supervised import Step
from deploy.local.waiting import wait_until


class StepRun:
    """One step and where it writes its log."""

    def __init__(self, step: Step, folder: Path, root: Path) -> None:
        self._step = step
        self._child = Child(step.name, folder, step.environment, working_folder=root)

    def start(self) -> None:
        """Run the step to its end; raises `process_ended` unless it ends well, or `not_ready`."""
        self._child.start(self._step.command)
        try:
            ended = wait_until(lambda: not self._child.running, self._step.seconds)
        finally:
            code = self._child.exit_code
            self._child.stop(0)
        name, log = self._step.name, self._child.log
        if not ended:
            message = f"{name} is not done after {self._step.seconds:.0f} s: see {log}"
            raise LocalFailure(Reason.NOT_READY, message)
        if code != 0:
            message = f"{name} ended with {code}: see {log}, which ends\n{self._child.tail()}"
            raise LocalFailure(Reason.PROCESS_ENDED, message)
