"""Counted together: which of a person's sessions are one against the limit (M46.4.session).

Sessions and visits are spans of gaming days; two that share a day are one session, whether of one
token or of two that are one person. Two tokens are one from the link on and back through the open
session: a link counts in spans that last to its gaming day, and where something was exchanged, or
told late, after the cage had recorded it. Spans only grow and links are only added, so what counts
together once does so for ever, in whatever order the books are read.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import combinations
from typing import NamedTuple

from services.streams.projections.person_link import PersonLinkRow
from services.streams.projections.token_session import TokenSession
from services.streams.projections.visit import VisitRow


class Span(NamedTuple):
    """A session or a visit and the gaming days that it is known to cover, both included."""

    first: date
    last: date
    person: str
    session: TokenSession | None = None
    visit: VisitRow | None = None


class Counted(NamedTuple):
    """Sessions that count together, the visits that cover them, the links that join them."""

    sessions: tuple[TokenSession, ...]
    visits: tuple[VisitRow, ...]
    links: tuple[PersonLinkRow, ...]


class _Group(NamedTuple):
    """Spans that are one, the tokens that are their person, and the links that say so.

    `told` is the newest sequence of the cashier's book that they rest on.
    """

    spans: tuple[Span, ...]
    first: date
    last: date
    persons: frozenset[str]
    links: tuple[PersonLinkRow, ...]
    told: int


def counted_together(
    sessions: Iterable[TokenSession],
    visits: Iterable[VisitRow],
    links: Sequence[PersonLinkRow],
) -> list[Counted]:
    """Return every group of a person's sessions, given all tokens' sessions, visits and links."""
    spans = [Span(s.began, max(s.began, s.last_day), s.person, session=s) for s in sessions]
    spans += [Span(v.entered_gaming_day, v.last_gaming_day, v.person, visit=v) for v in visits]
    groups = [group for block in _by_days(spans) for group in _by_persons(block, links)]
    return [_counted(group) for group in groups if any(span.session for span in group.spans)]


def _by_days(spans: Iterable[Span]) -> list[list[Span]]:
    """Return spans in groups that share days, directly or through others of them."""
    groups: list[list[Span]] = []
    last = date.min
    for span in sorted(spans, key=lambda span: span[:3]):
        if groups and span.first <= last:
            groups[-1].append(span)
        else:
            groups.append([span])
        last = max(last, span.last)
    return groups


def _by_persons(block: Sequence[Span], links: Sequence[PersonLinkRow]) -> list[_Group]:
    """Return spans that share days in groups that are of one person too."""
    persons = {span.person for span in block}
    if len(persons) == 1:
        return [_group(block, persons, links)]
    groups = [
        _group(own, {person}, links)
        for person in sorted(persons)
        for own in _by_days(span for span in block if span.person == person)
    ]
    while joined := _joined(groups, links):
        groups = joined
    return groups


def _joined(groups: list[_Group], links: Sequence[PersonLinkRow]) -> list[_Group] | None:
    """Return the groups with two of them made one, or None where none are one."""
    for one, other in combinations(groups, 2):
        if one.first <= other.last and other.first <= one.last:
            both = _group((*one.spans, *other.spans), one.persons, links, other.told)
            if not both.persons.isdisjoint(other.persons):
                whole = _group(both.spans, both.persons | other.persons, links, both.told)
                return [*(g for g in groups if g is not one and g is not other), whole]
    return None


def _group(
    spans: Sequence[Span],
    persons: Iterable[str],
    links: Sequence[PersonLinkRow],
    told: int = 0,
) -> _Group:
    """Return spans as a group, with all tokens that are one person with these."""
    found, joining = set(persons), list[PersonLinkRow]()
    last = max(span.last for span in spans)
    told = max([told, *(span.session.sequence for span in spans if span.session)])
    apart = list(links)
    while True:
        new = [x for x in apart if _counts(x, last, told) and not found.isdisjoint(_ends(x))]
        if not new:
            break
        joining += new
        apart = [x for x in apart if x not in new]
        found.update(end for x in new for end in _ends(x))
        told = max([told, *(x.sequence for x in new if _is_of_cage(x))])
    first = min(span.first for span in spans)
    return _Group(tuple(spans), first, last, frozenset(found), tuple(joining), told)


def _counts(link: PersonLinkRow, last: date, told: int) -> bool:
    return link.gaming_day <= last or (_is_of_cage(link) and link.sequence < told)


def _ends(link: PersonLinkRow) -> tuple[str, str]:
    return link.person, link.linked_person


def _is_of_cage(link: PersonLinkRow) -> bool:
    return link.book.endswith("/cashier")


def _counted(group: _Group) -> Counted:
    return Counted(
        sessions=tuple(span.session for span in group.spans if span.session),
        visits=tuple(span.visit for span in group.spans if span.visit),
        links=group.links,
    )
