"""Counted together: which of a person's sessions are one against the limit (M46.4.session).

Sessions and visits are spans of gaming days; two that share a day are one session, whether of one
token or of two that were linked by then. Spans only grow and links are only added, so what counts
together once does so for ever, in whatever order the books are read.
"""

from collections.abc import Iterable, Sequence
from datetime import date
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


def counted_together(
    sessions: Iterable[TokenSession],
    visits: Iterable[VisitRow],
    links: Sequence[PersonLinkRow],
) -> list[Counted]:
    """Return every group of a person's sessions, given all tokens' sessions, visits and links."""
    spans = [Span(s.began, max(s.began, s.last_day), s.person, session=s) for s in sessions]
    spans += [Span(v.entered_gaming_day, v.last_gaming_day, v.person, visit=v) for v in visits]
    spans.sort(key=lambda span: span[:3])
    groups = _by_links(spans, links) if links else _by_days(spans)
    return [_counted(g, links) for g in groups if any(span.session for span in g)]


def _by_days(spans: Sequence[Span]) -> list[list[Span]]:
    """Return one token's spans in groups that share days; they are in the order of their first."""
    groups: list[list[Span]] = []
    last = date.min
    for span in spans:
        if groups and span.first <= last:
            groups[-1].append(span)
        else:
            groups.append([span])
        last = max(last, span.last)
    return groups


def _by_links(spans: Sequence[Span], links: Sequence[PersonLinkRow]) -> list[list[Span]]:
    """Return several tokens' spans in groups that share days and persons."""
    groups: list[list[Span]] = []
    for span in spans:
        joined = [g for g in groups if any(_is_one(span, other, links) for other in g)]
        rest = [g for g in groups if g not in joined]
        groups = [*rest, [*(s for g in joined for s in g), span]]
    return groups


def _is_one(span: Span, other: Span, links: Sequence[PersonLinkRow]) -> bool:
    if span.first > other.last or other.first > span.last:
        return False
    if span.person == other.person:
        return True
    by = max(span.last, other.last)
    return other.person in _reached({span.person}, links, by)


def _reached(persons: set[str], links: Sequence[PersonLinkRow], by: date) -> set[str]:
    """Return the tokens that links found by a gaming day join to these, themselves included."""
    found, grown = set(persons), True
    while grown:
        before = len(found)
        for link in links:
            if link.gaming_day <= by and (link.person in found or link.linked_person in found):
                found |= {link.person, link.linked_person}
        grown = len(found) > before
    return found


def _counted(spans: Sequence[Span], links: Sequence[PersonLinkRow]) -> Counted:
    by = max(span.last for span in spans)
    persons = _reached({span.person for span in spans}, links, by) if links else set()
    return Counted(
        sessions=tuple(span.session for span in spans if span.session),
        visits=tuple(span.visit for span in spans if span.visit),
        links=tuple(x for x in links if x.gaming_day <= by and x.person in persons),
    )
