"""Measures: what a watch counts of one person's deals of one direction."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from services.kernel.money import Exact, whole_where_it_is
from services.rulebook.watch_rule import WATCHES, WatchRule
from services.streams.watches.deal import DayTotals, Deal

_NOTHING: Exact = 0


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


class Measure(NamedTuple):
    """What `most` could be counted by the days' totals, quick to find; `within` counts a window."""

    most: Callable[[Band, DayTotals], int]
    within: Callable[[Band, DayTotals, Sequence[Deal]], Measured]


def _most_pieces(band: Band, days: DayTotals) -> int:
    count, total = 0, _NOTHING
    for day in days.values():
        count += day.deals
        total += day.total
    return count if total >= band.least else 0


def _pieces_in_band(band: Band, days: DayTotals, window: Sequence[Deal]) -> Measured:
    """Count the window's deals, where their total is in the band."""
    _ = days
    if not band.covers(sum(deal.amount for deal in window)):
        return Measured(0, ())
    return Measured(len(window), tuple(window))


def _most_days(band: Band, days: DayTotals) -> int:
    least, greatest = band
    count = 0
    for day in days.values():
        if least <= day.total <= greatest:
            count += 1
    return count


def _days_in_band(band: Band, days: DayTotals, window: Sequence[Deal]) -> Measured:
    """Count the gaming days in the window whose whole total is in the band."""
    evidence = tuple(deal for deal in window if band.covers(days[deal.gaming_day].total))
    return Measured(len({deal.gaming_day for deal in evidence}), evidence)


MEASURES: Final[Mapping[str, Measure]] = {
    "pieces_in_band": Measure(_most_pieces, _pieces_in_band),
    "days_in_band": Measure(_most_days, _days_in_band),
}


def could_any(limit_minor: int, deals: Sequence[Deal]) -> bool:
    """Say whether any rule could be over: one look that spares nearly everyone all others.

    No measure counts more than there are deals, nor where they all come to less than the band.
    """
    fewest, least = _lowest(limit_minor)
    return len(deals) >= fewest and sum(deal.amount for deal in deals) >= least


@cache
def _lowest(limit_minor: int) -> tuple[int, Exact]:
    rules = watchers(limit_minor)
    fewest = min(rule.threshold for rule, _, _ in rules)
    return fewest, min(band.least for _, _, band in rules)


class Watcher(NamedTuple):
    """A rule at one casino: its measure, and its band at the casino's limit."""

    rule: WatchRule
    measure: Measure
    band: Band


@cache
def watchers(limit_minor: int) -> tuple[Watcher, ...]:
    """Return every rule at a casino's limit; a KeyError names a measure that there is not."""
    return tuple(watcher(rule, limit_minor) for rule in WATCHES)


def watcher(rule: WatchRule, limit_minor: int) -> Watcher:
    """Return one rule at a casino's limit."""
    least = whole_where_it_is(rule.band_from * limit_minor)
    greatest = whole_where_it_is(rule.band_to * limit_minor)
    return Watcher(rule, MEASURES[rule.measure], Band(least, greatest))
