"""What a stack is made of: processes that are kept running, and steps that are taken once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from deploy.local.ports import Port
from deploy.local.supervisor.readiness import Ready

FENCED = 3  # a writer whose place another one has taken ends with this code


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """When a process that ended by itself is started again.

    It waits `first_pause` seconds, twice as long after each further failure up to `longest_pause`,
    and gives up after `limit` failures with less than `steady` seconds of running between them.
    """

    limit: int = 5
    first_pause: float = 0.5
    longest_pause: float = 10.0
    steady: float = 30.0

    def pause(self, failures: int) -> float:
        """Return the seconds to wait after the given number of failures in a row."""
        return min(self.longest_pause, self.first_pause * float(2 ** (failures - 1)))


@dataclass(frozen=True, slots=True)
class Supervised:
    """A process to keep running under its name; it writes under `var/<name>/`."""

    name: str
    command: Sequence[str]
    ready: Ready
    ports: Mapping[int, Port] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    restart: RestartPolicy = RestartPolicy()
    ready_seconds: float = 120.0
    grace_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Step:
    """A command that must end well before what comes after it starts; safe to take again."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 120.0
