"""Watch fold: an exchange, a reversal or a link shown to every watch of a casino."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from services.kernel.house import CasinoTerms
from services.streams.casino_state import CasinoState
from services.streams.projections.exchange import (
    CASH_OUT,
    COMPLETED,
    PURCHASE,
    REVERSED,
    ExchangeRow,
)
from services.streams.projections.reading import Entry
from services.streams.row_buffer import RowBuffer
from services.streams.token_state import TokenState
from services.streams.watches.deal import Deal, day_totals, deal_of
from services.streams.watches.measures import watchers
from services.streams.watches.watch import Glance, Person, may_be_over, watch

_sequence: Final = attrgetter("sequence")


def watch_exchange(
    state: CasinoState, entry: Entry, exchange: ExchangeRow, terms: CasinoTerms, rows: RowBuffer
) -> None:
    """Show an exchange that was made, or one that was undone."""
    token = state.token(exchange.person)
    if exchange.status == COMPLETED:
        deal = deal_of(exchange)
        token.dealings = token.dealings.with_deal(deal)
        if not token.findings and not state.linked_at_desk.is_linked(exchange.person):
            days = token.dealings.totals[deal.direction]
            rules = watchers(terms.identification_limit_minor)
            if not may_be_over(rules, deal.gaming_day, days):
                return  # as for nearly everyone
    elif exchange.status == REVERSED:
        undone = [d for d in token.dealings.deals if d.exchange_id == exchange.exchange_id]
        if not undone:
            return  # it lies further back than any window reaches
        (deal,) = undone
        token.dealings = token.dealings.without(exchange.exchange_id)
    else:
        return
    is_exchange = exchange.status == COMPLETED
    _glance(state, entry, exchange.person, deal, terms, rows, is_exchange=is_exchange)


def watch_link(
    state: CasinoState, entry: Entry, person: str, terms: CasinoTerms, rows: RowBuffer
) -> None:
    """Show that two tokens are one person: together they may be over what neither was alone."""
    for direction in (PURCHASE, CASH_OUT):
        deals = _person(state, person, direction)[1].deals
        if deals:
            newest = max(deals, key=lambda deal: deal.occurred_us)
            _glance(state, entry, person, newest, terms, rows, is_exchange=False)


def _glance(  # noqa: PLR0913, PLR0917 - what is looked at, and with what
    state: CasinoState,
    entry: Entry,
    person: str,
    deal: Deal,
    terms: CasinoTerms,
    rows: RowBuffer,
    *,
    is_exchange: bool,
) -> None:
    held, dealings = _person(state, person, deal.direction)
    findings = [f for token in held for f in token.findings.values()]
    glance = Glance(
        entry.event.book, entry.sequence, state.linked_at_desk.canonical(person), deal, is_exchange
    )
    for watcher in watchers(terms.identification_limit_minor):
        finding = watch(watcher, terms, glance, dealings, findings)
        if finding is None:
            continue
        if finding.sequence == finding.crossed_sequence:
            state.found(finding)
        state.token(finding.subject.removeprefix("person/")).keep_finding(finding)
        findings = [f for token in held for f in token.findings.values()]
        rows.add("finding", finding)


def _person(state: CasinoState, person: str, direction: str) -> tuple[Sequence[TokenState], Person]:
    """Return a person's tokens, and what they dealt in one direction together."""
    held = [state.token(token) for token in state.linked_at_desk.group(person)]
    deals = [d for token in held for d in token.dealings.deals if d.direction == direction]
    if len(held) == 1:
        return held, Person(deals, held[0].dealings.totals.get(direction, {}))
    deals.sort(key=_sequence)
    return held, Person(deals, day_totals(deals))
