"""Play: the evening's steps through real clients, many at once, each lane in its own order."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from countroom.ledger.v1.intake_pb2 import BatchResult
from countroom.ledger.v1.receipt_pb2 import Receipt

from loadtest.clients.declined import Declined
from loadtest.clients.ledger import LedgerClient
from loadtest.clients.once_known import send_once_known
from loadtest.simulator.step import Caller, Command, Step

MOST_IN_FLIGHT: Final = 32


@dataclass(slots=True)
class Played:
    """What the ledger answered: sequences, what was there before, what was not as expected."""

    books: Counter[str] = field(default_factory=Counter)
    """The last sequence that was heard of in each book."""
    recorded: int = 0
    replayed: int = 0
    surprises: list[str] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """Return how many commands have their receipt."""
        return self.recorded + self.replayed

    def heard(self, command: Command, expects: str, receipt: Receipt) -> None:
        """Take in a receipt."""
        self.took(receipt)
        if expects not in receipt.event_types:
            came = ", ".join(receipt.event_types)
            self.surprises.append(f"{_named(command)}: expected {expects}, came {came}")

    def took(self, receipt: Receipt) -> None:
        """Count a receipt whose events are not looked at."""
        self.books[receipt.book] = max(self.books[receipt.book], receipt.last_sequence)
        if receipt.replayed:
            self.replayed += 1
        else:
            self.recorded += 1


@dataclass(frozen=True, slots=True)
class Player:
    """Sends steps with the clients of their callers."""

    clients: Mapping[Caller, LedgerClient]
    played: Played
    tell: Callable[[int], None]

    async def play(self, steps: Iterable[Step]) -> None:
        """Send the steps in their order: a lane's next one only when its last is answered."""
        room = asyncio.Semaphore(MOST_IN_FLIGHT)
        last: dict[str, asyncio.Task[None]] = {}
        async with asyncio.TaskGroup() as group:
            for step in steps:
                await room.acquire()
                before = last.get(step.lane)
                task = group.create_task(self._after(before, step))
                task.add_done_callback(lambda _: room.release())
                last[step.lane] = task

    async def _after(self, before: "asyncio.Task[None] | None", step: Step) -> None:
        if before is not None:
            await before
        client = self.clients[step.caller]
        if len(step.commands) == 1:
            await self._one(client, step)
        else:
            await self._together(client, step)
        self.tell(self.played.answered)

    async def _one(self, client: LedgerClient, step: Step) -> None:
        (command,), (expects,) = step.commands, step.expects
        try:
            receipt = await send_once_known(client, command)
        except Declined as declined:
            self.played.surprises.append(f"{_named(command)}: expected {expects}, {declined}")
            return
        self.played.heard(command, expects, receipt)

    async def _together(self, client: LedgerClient, step: Step) -> None:
        try:
            answer = await client.record(client.batches.of(step.commands))
        except Declined as declined:
            self.played.surprises.append(f"batch of {len(step.commands)}: {declined}")
            return
        for command, expects, result in zip(
            step.commands, step.expects, answer.results, strict=True
        ):
            self._told(command, expects, result)

    def _told(self, command: Command, expects: str, result: BatchResult) -> None:
        if result.HasField("receipt"):
            self.played.heard(command, expects, result.receipt)
            return
        refusal = result.refusal
        self.played.surprises.append(
            f"{_named(command)}: expected {expects}, refused {refusal.reason}: {refusal.text}"
        )


def _named(command: Command) -> str:
    return f"{type(command).__name__} {command.header.command_id}"
