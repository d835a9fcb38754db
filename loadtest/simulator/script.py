"""Script: the steps of one lane as they are made up, on a clock that only goes forward."""

from countroom.ledger.v1.header_pb2 import CommandHeader, Timing

from loadtest.clients.header import named_header
from loadtest.simulator.step import Caller, Command, Step


class Script:
    """Collects steps; `at_us` is where the lane's clock stands, in microseconds since 1970 UTC."""

    def __init__(self, casino_id: str, lane: str, at_us: int) -> None:
        """Begin at a moment."""
        self.casino_id, self.lane, self.at_us = casino_id, lane, at_us
        self.steps: list[Step] = []
        self._made = 0

    def waits(self, seconds: float) -> None:
        """Let time go by."""
        self.at_us += int(seconds * 1_000_000)

    def header(self, employee_id: str, timing: Timing = Timing.TIMING_UNSPECIFIED) -> CommandHeader:
        """Return the header of the lane's next command, a moment after the one before."""
        self.at_us += 1_000
        self._made += 1
        name = f"{self.lane}/{self._made}"
        return named_header(self.casino_id, name, self.at_us, employee_id, timing)

    def send(self, caller: Caller, command: Command, expects: str) -> None:
        """Send a command now, expecting an event of this kind."""
        self.steps.append(Step(self.at_us, self.lane, caller, (command,), (expects,)))

    def send_together(self, caller: Caller, told: list[tuple[Command, str]]) -> None:
        """Send commands now as one batch, each with the event that is expected of it."""
        commands, expects = zip(*told, strict=True)
        self.steps.append(Step(self.at_us, self.lane, caller, commands, expects))
