"""Which gaming days are one patron session (M46.4.session).

A session is one visit, from entry to exit: the visit's session goes on past midnight and past the
change of the gaming day, and whoever leaves and returns in a gaming day goes on with it. It is
never shorter than a gaming day; where the entrance records no visit, it is the gaming day.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from services.kernel.house import House

_NO_END: Final = "9999-12-31"


class VisitWindow(NamedTuple):
    """The gaming days, both included, whose sessions are one with the command's."""

    first: str
    last: str

    def covers(self, began: str) -> bool:
        """Say whether a session that began on a gaming day belongs to it."""
        return self.first <= began <= self.last


def visit_window(tokens: Iterable[str], house: House) -> VisitWindow:
    """Return the window of a person under all tokens at the command's gaming day."""
    first = last = day = house.gaming_day
    for token in tokens:
        visit = house.visit(token)
        if visit is None:
            continue
        left = visit.left_gaming_day or _NO_END
        if visit.entered_gaming_day <= day <= left:
            first, last = min(first, visit.entered_gaming_day), max(last, left)
    return VisitWindow(first, last)
