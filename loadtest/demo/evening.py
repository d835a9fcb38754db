"""The demo's run: the casino set up, the evening played, the streams waited for, the summary."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from countroom.audit.v1.alert_questions_pb2 import AlertList, ListAlerts

from loadtest.callers import Callers
from loadtest.checked import Checked
from loadtest.clients.audit import AuditClient
from loadtest.demo.checks import checks
from loadtest.demo.play import Played, Player
from loadtest.display import Display
from loadtest.setup import set_up
from loadtest.simulator.evening import Evening
from loadtest.simulator.step import Caller

STREAMS_WITHIN_S: Final = 60.0
ALERT_WITHIN_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the summary shows."""

    checked: Sequence[Checked]
    surprises: Sequence[str]

    @property
    def holds(self) -> bool:
        """Say whether every answer and every figure was as the simulator knows it."""
        return not self.surprises and all(check.holds for check in self.checked)


async def play_evening(evening: Evening, callers: Callers, display: Display) -> Outcome:
    """Play it all and read it back."""
    casino = evening.casino
    played = Played()
    for receipt in await set_up(casino, callers.founders(casino.chief_cashier)):
        played.took(receipt)
    display.stage("commands", evening.command_count)
    clients = {
        Caller.DESK: callers.desk(),
        Caller.ENTRANCE: callers.entrance(),
        Caller.SUPERVISOR: callers.supervisor(casino.chief_cashier),
    }
    began, before = time.monotonic(), played.answered
    player = Player(clients, played, lambda answered: display.reached(answered - before))
    await player.play(evening.steps)
    await player.play(evening.closing)
    took_s = time.monotonic() - began
    display.done()
    display.say(
        f"{evening.command_count} commands in {took_s:.1f} s: "
        f"{played.recorded} new, {played.replayed} recorded before"
    )
    audit = callers.auditor()
    display.stage("waiting for the streams")
    await audit.caught_up(casino.casino_id, played.books, STREAMS_WITHIN_S)
    await _alert_is_there(audit, casino.casino_id)
    told = checks(audit, casino.casino_id, evening.truth, played.books)
    return Outcome([check async for check in told], played.surprises)


async def _alert_is_there(audit: AuditClient, casino_id: str) -> None:
    """Wait for what the watches raise by themselves; the checks say if it never came."""
    ends = time.monotonic() + ALERT_WITHIN_S
    while time.monotonic() < ends:
        found = await audit.ask(ListAlerts(casino_id=casino_id), AlertList)
        if found.alerts:
            return
        await asyncio.sleep(0.25)
