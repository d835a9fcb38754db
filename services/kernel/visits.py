"""Visits of one token, from entry to exit: the same for the cage and for all who read the log.

A visit goes on where the person comes back in a gaming day that it is known to touch. One whose
exit was never recorded ends when the person is let in again on a later gaming day: it lasts to the
day before (M46.4.session). What is told late finds its place by the moment at which it happened.

The gaming days of a visit only grow, and none is ever taken away: whoever counted two exchanges
together goes on to do so, and an exit told too late shortens nothing that was counted.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

VISITS_KEPT: Final = 3
"""How many of a token's visits other books remember; of older ones they know nothing."""


class Visit(NamedTuple):
    """One visit; moments in microseconds since 1970 UTC, gaming days as ISO dates.

    Left is None while inside. `last_gaming_day` is the newest that the visit is known to touch.
    """

    entered_us: int
    entered_gaming_day: str
    last_entered_us: int
    last_gaming_day: str
    left_us: int | None = None
    left_gaming_day: str | None = None

    @property
    def is_inside(self) -> bool:
        """Say whether the person has not left."""
        return self.left_us is None


class Change(NamedTuple):
    """What an entry or an exit does: one visit of the given ones as it is now, and a new one."""

    place: int = -1
    visit: Visit | None = None
    begun: Visit | None = None


def moved(visits: Sequence[Visit], change: Change) -> tuple[Visit, ...]:
    """Return the newest visits after a change, in the order of their entry."""
    after = list(visits)
    if change.visit is not None:
        after[change.place] = change.visit
    if change.begun is not None:
        after.append(change.begun)
        after.sort(key=lambda visit: visit.entered_us)
    return tuple(after[-VISITS_KEPT:])


def entered(visits: Sequence[Visit], at_us: int, day: str) -> Change:
    """Return what an entry changes of a token's visits, which are in the order of their entry."""
    for place in reversed(range(len(visits))):
        visit = visits[place]
        if visit.entered_gaming_day <= day <= visit.last_gaming_day:
            return Change(place, _again(visit, at_us))
    begun = Visit(at_us, day, at_us, day)
    if visits and visits[-1].is_inside and day > visits[-1].last_gaming_day:
        before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
        return Change(len(visits) - 1, visits[-1]._replace(last_gaming_day=before), begun)
    return Change(begun=begun)


def left(visits: Sequence[Visit], at_us: int, day: str) -> Change:
    """Return what an exit changes; one without an entry makes no visit, and prolongs none."""
    place = len(visits) - 1
    while place >= 0 and visits[place].entered_us > at_us:
        place -= 1
    if place < 0:
        return Change()
    visit = visits[place]
    is_over = not visit.is_inside and day > visit.last_gaming_day
    if is_over or at_us < max(visit.last_entered_us, visit.left_us or 0):
        return Change()
    last_gaming_day = max(visit.last_gaming_day, day)
    gone = visit._replace(left_us=at_us, left_gaming_day=day, last_gaming_day=last_gaming_day)
    return Change(place, gone)


def _again(visit: Visit, at_us: int) -> Visit:
    """Return the visit with one more entry: the person is inside again, unless it is told late."""
    visit = visit._replace(
        entered_us=min(visit.entered_us, at_us), last_entered_us=max(visit.last_entered_us, at_us)
    )
    if visit.left_us is not None and at_us >= visit.left_us:
        return visit._replace(left_us=None, left_gaming_day=None)
    return visit
