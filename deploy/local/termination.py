"""Being asked to end: SIGTERM and Ctrl-C become something a loop can look at."""

import signal
import threading
from types import FrameType


class Termination:
    """Set once this process has been asked to end; made in the main thread."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    @property
    def asked(self) -> bool:
        """Whether the process has been asked to end."""
        return self._asked.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait that long at most; return whether the process has been asked to end."""
        return self._asked.wait(seconds)

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked.set()
