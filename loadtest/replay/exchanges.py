"""A replayed row's two exchanges: cash for chips at `started`, chips for cash at `ended`."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from countroom.cashier.v1.exchange_pb2 import Direction

from loadtest.replay.bad_input import BadInput, Reason
from loadtest.replay.settings import DAY_CHANGES_AT_HOUR, MINOR_PER_MAJOR
from loadtest.replay.table_sessions import TableSession

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class ReplayedExchange:
    """One exchange to be told of; the amount is in minor units, and may be zero."""

    session: TableSession
    direction: Direction
    local: datetime
    at_us: int
    amount_minor: int

    @property
    def name(self) -> str:
        """Return what names it in its file for ever, e.g. "row 17 purchase"."""
        way = "purchase" if self.direction == Direction.DIRECTION_PURCHASE else "cash-out"
        return f"row {self.session.number} {way}"

    @property
    def gaming_day(self) -> str:
        """Return the gaming day by the wall clock, e.g. "2019-01-31"."""
        day = self.local.date()
        before_change = self.local.hour < DAY_CHANGES_AT_HOUR
        return str(day - timedelta(days=1) if before_change else day)

    @property
    def person(self) -> str:
        """Return the person's token; the name in the file goes no further than here."""
        return "p-" + hashlib.sha256(f"player/{self.session.player}".encode()).hexdigest()[:20]


def in_order_of_time(sessions: Iterable[TableSession], zone: ZoneInfo) -> list[ReplayedExchange]:
    """Return all exchanges in the order of time; at one moment by row, the purchase first."""
    exchanges = [exchange for session in sessions for exchange in _of(session, zone)]
    return sorted(exchanges, key=lambda e: (e.at_us, e.session.number, e.direction))


def _of(session: TableSession, zone: ZoneInfo) -> Iterator[ReplayedExchange]:
    for direction, local, amount in (
        (Direction.DIRECTION_PURCHASE, session.started, session.cash_buy_in),
        (Direction.DIRECTION_CASH_OUT, session.ended, session.cash_out),
    ):
        at_us = (local.replace(tzinfo=zone) - _EPOCH) // _MICROSECOND
        yield ReplayedExchange(session, direction, local, at_us, _minor(session, amount))


def _minor(session: TableSession, amount: Decimal) -> int:
    minor = amount * MINOR_PER_MAJOR
    if minor != minor.to_integral_value():
        text = f"row {session.number} has {amount}: amounts go down to 1/{MINOR_PER_MAJOR:,}."
        raise BadInput(Reason.VALUE_UNREADABLE, text)
    return int(minor)
