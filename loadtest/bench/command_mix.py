"""The mix that is measured: what a cage's desks send, each command made before the clock runs."""

import random
from collections.abc import Iterator
from typing import Final

from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.cashier.v1.exchange_pb2 import CashPayout, ChipPayout
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader

from loadtest.bench.bench_casino import DAY_US, DESKS
from loadtest.clients.header import timestamp
from loadtest.clients.uuid7 import Uuid7Source
from loadtest.simulator.evening_casino import OPENS_US
from loadtest.simulator.payments import Payment, by_cheque, in_cash, in_foreign_cash
from loadtest.simulator.person import person_of

NAME: Final = (
    "70 % cash purchases, 20 % cash-outs, 4 % foreign cash, 2 % cheques, "
    "3 % over the limit with a document, 1 % over the limit left waiting"
)
_PERSONS: Final = 4_000
_COMMANDS_A_DAY: Final = 20_000
_OVER_LIMIT_MAJOR: Final = 2_500
_SMALL_MAJOR: Final = (5, 50)
_WITH_DOCUMENT: Final = 0.96  # shares of a drawn number, each from the one before on
_WAITING: Final = 0.99
_CASH_OUT: Final = (0.70, 0.90)
_FOREIGN: Final = 0.94

Command = cashier.SellChips | cashier.RedeemChips


class CommandMix:
    """An endless row of commands of one casino, the same again from the same seed.

    Regulars stay far under the limit in a gaming day; whoever is over it comes once.
    """

    def __init__(self, casino_id: str, seed: int, first: int = 0) -> None:
        """Begin at a place of the row: the clock of the casino goes by it."""
        self._casino_id, self._at = casino_id, first
        self._seed, self._ids = seed, Uuid7Source(seed)
        self._chance = random.Random(seed)

    def take(self, commands: int) -> list[Command]:
        """Return the next so many commands."""
        return list(self._next(commands))

    def _next(self, commands: int) -> Iterator[Command]:
        for _ in range(commands):
            yield self._command()
            self._at += 1

    def _command(self) -> Command:
        drawn = self._chance.random()
        if _CASH_OUT[0] <= drawn < _CASH_OUT[1]:
            return self._cash_out()
        if drawn >= _WITH_DOCUMENT:
            shows = drawn < _WAITING
            return self._sale(f"p-{self._seed}-{self._at}", in_cash(_OVER_LIMIT_MAJOR), shows=shows)
        return self._sale(self._regular(), self._payment(drawn))

    def _payment(self, drawn: float) -> Payment:
        major = self._chance.randint(*_SMALL_MAJOR)
        if drawn < _CASH_OUT[0]:
            return in_cash(major)
        if drawn < _FOREIGN:
            return in_foreign_cash("GBP", major)
        return by_cheque(major, str(self._at))

    def _sale(self, person: str, payment: Payment, *, shows: bool = False) -> cashier.SellChips:
        desk = self._desk()
        return cashier.SellChips(
            header=self._header(desk),
            desk_id=f"desk-{desk}",
            person=person,
            payment=payment.message,
            document=person_of(person).document if shows else None,
        )

    def _cash_out(self) -> cashier.RedeemChips:
        desk = self._desk()
        return cashier.RedeemChips(
            header=self._header(desk),
            desk_id=f"desk-{desk}",
            person=self._regular(),
            chips_minor=self._chance.randint(*_SMALL_MAJOR) * 1_000,
            payout=ChipPayout(cash=CashPayout()),
        )

    def _header(self, desk: int) -> CommandHeader:
        day, second = divmod(self._at, _COMMANDS_A_DAY)
        at_us = OPENS_US + day * DAY_US + second * 1_000_000
        return CommandHeader(
            command_id=self._ids.next_id(at_us),
            casino_id=self._casino_id,
            occurred_at=timestamp(at_us),
            actor=Actor(employee_id=f"cashier-{desk}", terminal_id=f"terminal-{desk}"),
        )

    def _regular(self) -> str:
        return f"p-{self._chance.randrange(_PERSONS):04d}"

    def _desk(self) -> int:
        return self._chance.randint(1, DESKS)
