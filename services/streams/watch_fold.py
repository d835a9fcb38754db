"""Watch fold: an exchange, a reversal or a link shown to every watch of a casino."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from services.kernel.house import CasinoTerms
from services.rulebook.watch_rule import WATCHES
from services.streams.casino_state import CasinoState
from services.streams.projections.exchange import CASH_OUT, COMPLETED, PURCHASE, REVERSED, ExchangeRow
from services.streams.projections.reading import Entry
from services.streams.row_buffer import RowBuffer
from services.streams.token_state import TokenState
from services.streams.watches.deal import Deal, deal_of
from services.streams.watches.watch import Glance, may_be_over, watch

_sequence: Final = attrgetter("sequence")


def watch_exchange(
    state: CasinoState, entry: Entry, exchange: ExchangeRow, terms: CasinoTerms, rows: RowBuffer
) -> None:
    """Show an exchange that was made, or one that was undone."""
    token = state.token(exchange.person)
    if exchange.status == COMPLETED:
        deal = deal_of(exchange)
        token.dealings = token.dealings.with_deal(deal)
    elif exchange.status == REVERSED:
        deal = next(
            (d for d in token.dealings.deals if d.exchange_id == exchange.exchange_id), None
        )
        if deal is None:
            return  # it lies further back than any window reaches
        token.dealings = token.dealings.without(exchange.exchange_id)
    else:
        return
    is_exchange = exchange.status == COMPLETED
    _glance(state, entry, exchange.person, deal, terms, rows, is_exchange=is_exchange)


def watch_link(
    state: CasinoState, entry: Entry, person: str, terms: CasinoTerms, rows: RowBuffer
) -> None:
    """Show that two tokens are one person: together they may be over what neither was alone."""
    held = [state.token(token) for token in state.linked_at_desk.group(person)]
    for direction in (PURCHASE, CASH_OUT):
        deals = _deals(held, direction)
        if deals:
            newest = max(deals, key=lambda deal: deal.occurred_us)
            _glance(state, entry, person, newest, terms, rows, is_exchange=False)


def _glance(
    state: CasinoState,
    entry: Entry,
    person: str,
    deal: Deal,
    terms: CasinoTerms,
    rows: RowBuffer,
    *,
    is_exchange: bool,
) -> None:
    held = [state.token(token) for token in state.linked_at_desk.group(person)]
    deals = _deals(held, deal.direction)
    if not may_be_over(terms, deals) and not any(token.findings for token in held):
        return
    glance = Glance(
        entry.event.book, entry.sequence, state.linked_at_desk.canonical(person), deal, is_exchange
    )
    for rule in WATCHES:
        findings = [f for token in held for f in token.findings.values()]
        finding = watch(rule, terms, glance, deals, findings)
        if finding is None:
            continue
        if finding.sequence == finding.crossed_sequence:
            state.found(finding)
        state.token(finding.subject.removeprefix("person/")).keep_finding(finding)
        rows.add("finding", finding)


def _deals(held: Sequence[TokenState], direction: str) -> list[Deal]:
    """Return all deals of a person's tokens in one direction, in the order of the book."""
    deals = [d for token in held for d in token.dealings.deals if d.direction == direction]
    return deals if len(held) == 1 else sorted(deals, key=_sequence)
