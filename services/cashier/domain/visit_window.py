"""Which gaming days are one patron session (M46.4.session).

A session is one visit, from entry to exit: the visit's session goes on past midnight and past the
change of the gaming day, and whoever leaves and returns in a gaming day goes on with it. It is
never shorter than a gaming day; where the entrance records no visit, it is the gaming day.

So visits and sessions are spans of gaming days, and those of one person that share a day are one
session. The streams find the same from the log.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from services.cashier.domain.one_person import Token
from services.cashier.domain.patron import PatronSession
from services.kernel.house import House
from services.kernel.visits import VISITS_KEPT, Visit


class VisitWindow(NamedTuple):
    """The gaming days, both included, whose sessions are one with the command's.

    `is_all_known` says that nothing of those days was dropped from memory.
    """

    first: str
    last: str
    is_all_known: bool = True

    def covers(self, session: PatronSession) -> bool:
        """Say whether a session belongs to it."""
        return self.first <= session.last_day and session.began <= self.last


def visit_window(tokens: Sequence[Token], house: House) -> VisitWindow:
    """Return the window of a person under all tokens at the command's gaming day."""
    day = house.gaming_day
    known = [house.visits(token.name) for token in tokens]
    if len(tokens) == 1 and not known[0]:
        return VisitWindow(day, day, day > tokens[0].patron.forgotten_through)
    visits = [visit for of_token in known for visit in of_token]
    first = min([day, *_begun_before(visits, day)])
    first, last = _grown(first, day, _spans(tokens, visits))
    is_forgotten = any(first <= token.patron.forgotten_through for token in tokens) or any(
        len(of_token) >= VISITS_KEPT and day < of_token[0].entered_gaming_day for of_token in known
    )
    return VisitWindow(first, last, not is_forgotten)


def _begun_before(visits: Sequence[Visit], day: str) -> Iterator[str]:
    """Yield on which day a visit began that goes on today: newer than all others, and no exit."""
    newest = max((visit.last_gaming_day for visit in visits), default="")
    for visit in visits:
        if visit.is_inside and visit.last_gaming_day == newest:
            yield min(visit.entered_gaming_day, day)


def _spans(tokens: Sequence[Token], visits: Sequence[Visit]) -> list[tuple[str, str]]:
    spans = [(visit.entered_gaming_day, visit.last_gaming_day) for visit in visits]
    return spans + [(s.began, s.last_day) for token in tokens for s in token.patron.sessions]


def _grown(first: str, last: str, spans: list[tuple[str, str]]) -> tuple[str, str]:
    """Return the days with all spans that share one with them, directly or through others."""
    for begins, ends in spans:
        if begins <= last and first <= ends and (begins < first or last < ends):
            return _grown(min(first, begins), max(last, ends), spans)
    return first, last
