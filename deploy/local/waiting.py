"""Waiting for a condition, with a limit: nothing here sleeps and hopes."""

import time
from collections.abc import Callable

PAUSE_SECONDS = 0.02


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Return True as soon as the condition holds, or False if it doesn't within the seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE_SECONDS)
    return True
