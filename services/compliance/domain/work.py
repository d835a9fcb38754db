"""Work of an employee at a place: what is open, what has ended, what a suspension ended."""

from collections.abc import Iterator
from typing import Final, NamedTuple

WORK_KEPT: Final = 256
"""The newest ended work that is remembered: a notice of suspension may come weeks late (M19)."""


class Work(NamedTuple):
    """An employee's work at a place, in seconds since 1970 UTC; no end while it is open."""

    place: str
    function: str
    began_seconds: int
    ended_seconds: int | None = None


class SignOns(NamedTuple):
    """An employee's open work, what has ended, and the places that a suspension took away."""

    open: tuple[Work, ...] = ()
    ended: tuple[Work, ...] = ()
    suspended_at: frozenset[str] = frozenset()

    def at(self, place: str) -> Work | None:
        """Return the open work at a place."""
        return next((work for work in self.open if work.place == place), None)

    def within(self, start: int, end: int, *, until: int) -> Iterator[Work]:
        """Yield work between start and end (left out); open work counts to `until`; in seconds."""
        for work in (*self.ended, *self.open):
            ended = until if work.ended_seconds is None else work.ended_seconds
            if work.began_seconds < end and start < ended:
                yield work

    def without(self, place: str, at_seconds: int) -> "SignOns":
        """Return the sign-ons with the work at a place, where there is any, ended at a moment."""
        work = self.at(place)
        still_open = tuple(other for other in self.open if other is not work)
        ended = self.ended
        if work is not None:
            ended = (*ended, work._replace(ended_seconds=at_seconds))[-WORK_KEPT:]
        return SignOns(still_open, ended, self.suspended_at - {place})
