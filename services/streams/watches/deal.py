"""Deal: one completed exchange as the watches see it."""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from services.kernel.money import Exact, whole_where_it_is
from services.streams.projections.exchange import COMPLETED, REVERSED, ExchangeRow

KEPT_US: Final = 35 * 24 * 3_600 * 1_000_000
"""How long before a person's newest exchange a deal may lie and still be looked at: 35 days."""


class Deal(NamedTuple):
    """A completed and not reversed exchange; the amount exact in the casino's minor units."""

    exchange_id: str
    sequence: int
    direction: str
    occurred_us: int
    gaming_day: date
    amount: Exact


def deal_of(row: ExchangeRow) -> Deal:
    """Return a completed exchange's deal."""
    return Deal(
        row.exchange_id,
        row.completed_sequence,
        row.direction,
        row.occurred_at,
        row.gaming_day,
        row.exact_numerator
        if row.exact_denominator == 1
        else whole_where_it_is(Fraction(row.exact_numerator, row.exact_denominator)),
    )


class DayTotal(NamedTuple):
    """One gaming day of one direction: how many deals, and their exact total."""

    deals: int = 0
    total: Exact = 0


DayTotals = Mapping[date, DayTotal]


class Dealings(NamedTuple):
    """One token's deals; `newest_us` is the newest that ever was, `oldest_us` no later than any."""

    deals: tuple[Deal, ...] = ()
    newest_us: int = 0
    oldest_us: int = 0

    def with_deal(self, deal: Deal) -> "Dealings":
        """Return them with one more, and without what has grown too old."""
        at_us, deals = deal.occurred_us, (*self.deals, deal)
        newest_us = max(self.newest_us, at_us)
        oldest_us = at_us if not self.deals or at_us < self.oldest_us else self.oldest_us
        if oldest_us < newest_us - KEPT_US:
            return _kept(deals, newest_us)
        return Dealings(deals, newest_us, oldest_us)

    def without(self, exchange_id: str) -> "Dealings":
        """Return them without an exchange that was reversed."""
        deals = tuple(d for d in self.deals if d.exchange_id != exchange_id)
        return _kept(deals, self.newest_us)


_NOTHING: Final = DayTotal()


def day_totals(deals: Iterable[Deal]) -> dict[date, DayTotal]:
    """Return the totals of deals by gaming day."""
    days: dict[date, DayTotal] = {}
    for deal in deals:
        had = days.get(deal.gaming_day, _NOTHING)
        days[deal.gaming_day] = DayTotal(had.deals + 1, had.total + deal.amount)
    return days


def dealings_of(states: Iterable[ExchangeRow]) -> Dealings:
    """Return a token's dealings from every state of its exchanges, in the order of the book."""
    dealings = Dealings()
    for row in states:
        if row.status == COMPLETED:
            dealings = dealings.with_deal(deal_of(row))
        elif row.status == REVERSED:
            dealings = dealings.without(row.exchange_id)
    return dealings


def _kept(deals: Iterable[Deal], newest_us: int) -> Dealings:
    kept = tuple(d for d in deals if d.occurred_us >= newest_us - KEPT_US)
    oldest_us = min((d.occurred_us for d in kept), default=newest_us)
    return Dealings(kept, newest_us, oldest_us)
