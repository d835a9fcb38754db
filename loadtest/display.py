"""Display: what a long run shows of itself; a moving bar at a terminal, plain lines elsewhere."""

import sys
import time
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

_LINE_EVERY_S: Final = 5.0


class Display:
    """Used in a `with`; `stage` begins a part of the run, `reached` says how far it has come."""

    def __init__(self) -> None:
        """Look whether somebody watches."""
        self._is_terminal = sys.stdout.isatty()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(),
            disable=not self._is_terminal,
        )
        self._task: TaskID | None = None
        self._text, self._total, self._spoke_at = "", 0, 0.0

    def stage(self, text: str, total: int = 0) -> None:
        """Begin a part of the run with so many steps, 0 where they are not counted."""
        self.done()
        self._text, self._total, self._spoke_at = text, total, time.monotonic()
        if self._is_terminal and total:
            self._task = self._progress.add_task(text, total=total)
        else:
            self.say(text)

    def reached(self, step: int) -> None:
        """Show that a step of the part is done."""
        if self._task is not None:
            self._progress.update(self._task, completed=step)
            return
        now = time.monotonic()
        if self._total and (now - self._spoke_at > _LINE_EVERY_S or step == self._total):
            self._spoke_at = now
            self.say(f"{self._text}: {step:,} of {self._total:,}")

    def done(self) -> None:
        """End the part at hand."""
        if self._task is not None:
            self._progress.stop_task(self._task)
            self._task = None

    def say(self, text: str) -> None:
        """Print one line."""
        if self._is_terminal:
            self._progress.console.print(text, markup=False, highlight=False)
        else:
            print(text, flush=True)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.done()
        self._progress.stop()
