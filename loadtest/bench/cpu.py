"""Process CPU: what a piece of work cost a service, whatever else the machine was doing."""

import psutil


class ProcessCpu:
    """Counts a process's seconds on the processors, user and system, from its making on."""

    def __init__(self, pid: int) -> None:
        """Begin to count."""
        self._process = psutil.Process(pid)
        self._began_s = self._now_s()

    def us_each(self, pieces: int) -> float:
        """Return the microseconds that each of so many pieces of work has cost."""
        return (self._now_s() - self._began_s) / pieces * 1e6

    def _now_s(self) -> float:
        times = self._process.cpu_times()
        return float(times.user + times.system)
