"""Watch: one rule over one person's deals of one direction.

It reads the cashier's book alone, in its order, so that a replay finds the same crossings, to the
letter.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from services.kernel.house import CasinoTerms
from services.rulebook.watch_rule import WatchRule
from services.streams.watches.deal import DayTotals, Deal
from services.streams.watches.finding import FindingRow, alert_id
from services.streams.watches.measures import Measured, Watcher
from services.streams.watches.sentence import sentence

MOST_EVIDENCE: Final = 1_000  # as many as an alert takes; the newest tell the story


class Glance(NamedTuple):
    """What made a watch look: an event of the book, and the deal that it is about.

    `is_exchange` tells an exchange that was made; a reversal or a link holds nothing back.
    """

    book: str
    sequence: int
    person: str
    deal: Deal
    is_exchange: bool


class Person(NamedTuple):
    """One person's deals of one direction, in the order of the book, and their totals by day."""

    deals: Sequence[Deal]
    days: DayTotals


def watch(
    watcher: Watcher,
    terms: CasinoTerms,
    glance: Glance,
    person: Person,
    findings: Sequence[FindingRow],
) -> FindingRow | None:
    """Return the finding that is new or has changed, None where nothing has.

    `findings` are the person's so far, of any rule.
    """
    measured = _first_over(watcher, glance.deal, person)
    if measured is None and not findings:
        return None
    rule = watcher.rule
    label = _label(rule, glance.deal)
    current = _current(rule, label, glance.deal.direction, findings)
    if measured is not None:
        if current is None or not current.still_over:
            return _crossed(rule, terms, glance, label, measured, findings)
        return current.holding_back(glance.sequence) if glance.is_exchange else None
    if current is not None and current.still_over and not _is_over_now(watcher, person):
        return current.gone_back(glance.sequence)
    return None


def _label(rule: WatchRule, deal: Deal) -> str:
    day = deal.gaming_day.isoformat()
    return f"{rule.window}/{day}" if rule.reach_us else day


def _current(
    rule: WatchRule, label: str, direction: str, findings: Sequence[FindingRow]
) -> FindingRow | None:
    """Return the newest finding that an event in the window goes on with."""
    mine = [
        finding
        for finding in findings
        if finding.rule == rule.name
        and finding.rule_version == rule.version
        and finding.direction == direction
        and (rule.reach_us or finding.window == label)
    ]
    return max(mine, key=lambda finding: finding.crossed_sequence, default=None)


def _first_over(watcher: Watcher, deal: Deal, person: Person) -> Measured | None:
    """Return the first window around the deal that is over; one told late may lie in several."""
    rule, measure, band = watcher
    days = person.days if rule.reach_us else _only(deal.gaming_day, person.days)
    if measure.most(band, days) < rule.threshold:
        return None  # as for nearly everyone
    for window in _windows(rule, deal, person.deals):
        measured = measure.within(band, person.days, window)
        if measured.value >= rule.threshold:
            return measured
    return None


def _only(gaming_day: date, days: DayTotals) -> DayTotals:
    return {gaming_day: days[gaming_day]} if gaming_day in days else {}


def _windows(rule: WatchRule, deal: Deal, deals: Sequence[Deal]) -> Iterable[list[Deal]]:
    if not rule.reach_us:
        yield [d for d in deals if d.gaming_day == deal.gaming_day]
        return
    begin_us = deal.occurred_us
    ends = {d.occurred_us for d in deals if begin_us <= d.occurred_us < begin_us + rule.reach_us}
    for end_us in sorted({*ends, begin_us}):
        yield [d for d in deals if end_us - rule.reach_us < d.occurred_us <= end_us]


def _is_over_now(watcher: Watcher, person: Person) -> bool:
    """Say whether a window that reaches back from the newest deal is over; a late one ends none."""
    if not (watcher.rule.reach_us and person.deals):
        return False
    newest = max(person.deals, key=lambda deal: deal.occurred_us)
    return _first_over(watcher, newest, person) is not None


def _crossed(  # noqa: PLR0913, PLR0917 - a finding says all of this
    rule: WatchRule,
    terms: CasinoTerms,
    glance: Glance,
    label: str,
    measured: Measured,
    findings: Sequence[FindingRow],
) -> FindingRow:
    direction, person = glance.deal.direction, glance.person
    same = [
        finding
        for finding in findings
        if (finding.rule, finding.rule_version) == (rule.name, rule.version)
        and (finding.direction, finding.window) == (direction, label)
    ]
    crossing, subject = len(same) + 1, f"person/{person}"
    return FindingRow(
        book=glance.book,
        casino_id=terms.casino_id,
        alert_id=alert_id(
            terms.casino_id, rule.name, rule.version, subject, direction, label, crossing
        ),
        sequence=glance.sequence,
        rule=rule.name,
        rule_version=rule.version,
        subject=subject,
        direction=direction,
        window=label,
        crossing=crossing,
        obligation=rule.obligation,
        text=sentence(rule, terms, label, measured.evidence),
        evidence_sequences=tuple(deal.sequence for deal in measured.evidence[-MOST_EVIDENCE:]),
        gaming_day=glance.deal.gaming_day,
        occurred_at=glance.deal.occurred_us,
        crossed_sequence=glance.sequence,
        still_over=True,
        suppressed_count=0,
        suppressed_sequences=(),
    )
