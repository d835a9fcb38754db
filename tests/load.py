"""Load: desks that sell and redeem chips without pause, and remember every answer they got."""

import asyncio
import random
import time
import uuid
from dataclasses import dataclass, field

from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1.exchange_pb2 import CashPayment, CashPayout, ChipPayment, ChipPayout
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader
from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.timestamp_pb2 import Timestamp

from loadtest.clients.connection import Connection
from loadtest.clients.declined import Declined
from loadtest.clients.uuid7 import uuid7_of


def command_header(casino_id: str, employee: str = "cashier-1", name: str = "") -> CommandHeader:
    now_ns = time.time_ns()
    return CommandHeader(
        command_id=uuid7_of(name or uuid.uuid4().hex, now_ns // 1_000),
        casino_id=casino_id,
        occurred_at=Timestamp(seconds=now_ns // 1_000_000_000),
        actor=Actor(employee_id=employee, terminal_id="t-1"),
    )


@dataclass
class Load:
    """`sent` has every command that may have been taken, `acknowledged` those with a receipt."""

    connection: Connection
    casino_id: str
    desks: int = 4
    seed: int = 7
    persons: int = 5_000
    most_minor: int = 60_000
    sent: dict[str, object] = field(default_factory=dict)
    acknowledged: dict[str, Receipt] = field(default_factory=dict)
    declined: list[Declined] = field(default_factory=list)
    _tasks: list[asyncio.Task] = field(default_factory=list)

    def start(self, in_flight: int = 16) -> "Load":
        chances = [random.Random(self.seed + n) for n in range(in_flight)]
        self._tasks = [asyncio.create_task(self._desk(n, c)) for n, c in enumerate(chances)]
        return self

    async def grown_by(self, receipts: int, seconds: float = 60.0) -> None:
        """Wait until so many more commands are acknowledged."""
        ends, wanted = time.monotonic() + seconds, len(self.acknowledged) + receipts
        while len(self.acknowledged) < wanted:
            for task in self._tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < ends, f"{len(self.acknowledged)} of {wanted} acknowledged"
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def repeat_all(self) -> int:
        """Send every acknowledged command again; return how many were answered `replayed`."""
        replayed = 0
        for command_id, first in self.acknowledged.items():
            command = self.sent[command_id]
            again = await self.connection.call(type(command).__name__, command)
            assert again.replayed
            again.replayed = first.replayed
            assert again == first
            replayed += 1
        return replayed

    async def _desk(self, number: int, chance: random.Random) -> None:
        desk_id = f"desk-{number % self.desks + 1}"
        while True:
            command = self.command(desk_id, chance)
            self.sent[command.header.command_id] = command
            try:
                receipt = await self.connection.call(type(command).__name__, command)
            except Declined as declined:
                self.declined.append(declined)
                continue
            self.acknowledged[command.header.command_id] = receipt

    def command(self, desk_id: str, chance: random.Random) -> c.SellChips | c.RedeemChips:
        header, person = command_header(self.casino_id), f"p-{chance.randrange(self.persons)}"
        amount_minor = chance.randrange(1_000, self.most_minor)
        if chance.random() < 0.7:
            payment = ChipPayment(cash=CashPayment(amount_minor=amount_minor))
            return c.SellChips(header=header, desk_id=desk_id, person=person, payment=payment)
        payout = ChipPayout(cash=CashPayout())
        return c.RedeemChips(
            header=header, desk_id=desk_id, person=person, chips_minor=amount_minor, payout=payout
        )
