"""Measures: what a watch counts in a window of one person's deals of one direction."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from services.kernel.money import Exact, whole_where_it_is
from services.rulebook.watch_rule import WatchRule
from services.streams.watches.deal import Deal


class Measured(NamedTuple):
    """What was counted, and the deals that it rests on."""

    value: int
    evidence: tuple[Deal, ...]


class Band(NamedTuple):
    """Exact amounts in minor units, both ends included."""

    least: Exact
    greatest: Exact

    def covers(self, amount: Exact) -> bool:
        """Say whether an amount is in it."""
        return self.least <= amount <= self.greatest


Measure = Callable[[Band, Sequence[Deal]], Measured]


@cache
def band_of(rule: WatchRule, limit_minor: int) -> Band:
    """Return a rule's band at a casino's limit."""
    return Band(
        whole_where_it_is(rule.band_from * limit_minor),
        whole_where_it_is(rule.band_to * limit_minor),
    )


def pieces_in_band(band: Band, deals: Sequence[Deal]) -> Measured:
    """Count the deals, where their total is in the band."""
    if not band.covers(sum(deal.amount for deal in deals)):
        return Measured(0, ())
    return Measured(len(deals), tuple(deals))


def days_in_band(band: Band, deals: Sequence[Deal]) -> Measured:
    """Count the gaming days whose total is in the band."""
    totals: defaultdict[date, Exact] = defaultdict(int)
    for deal in deals:
        totals[deal.gaming_day] += deal.amount
    days = {day for day, total in totals.items() if band.covers(total)}
    return Measured(len(days), tuple(deal for deal in deals if deal.gaming_day in days))


MEASURES: Final[Mapping[str, Measure]] = {
    "pieces_in_band": pieces_in_band,
    "days_in_band": days_in_band,
}
"""None counts more than there are deals, nor anything where all of them together are under the band."""
