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
from services.streams.watches.finding import FindingRow
from services.streams.watches.measures import could_any, watchers
from services.streams.watches.watch import Glance, Person, watch

_sequence: Final = attrgetter("sequence")


def watch_exchange(  # noqa: PLR0913, PLR0917 - what is looked at, and with what
    state: CasinoState,
    token: TokenState,
    entry: Entry,
    exchange: ExchangeRow,
    terms: CasinoTerms,
    rows: RowBuffer,
) -> None:
    """Show an exchange that was made, or one that was undone, and the token it is of."""
    if exchange.status == COMPLETED:
        deal = deal_of(exchange)
        token.dealings = token.dealings.with_deal(deal)
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
        deals = _deals(_held(state, person), direction)
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
    held = _held(state, person)
    deals = _deals(held, deal.direction)
    findings = _findings(held)
    if not findings and not could_any(terms.identification_limit_minor, deals):
        return  # as for nearly everyone
    dealt = Person(deals, day_totals(deals))
    glance = Glance(
        entry.event.book, entry.sequence, state.linked_at_desk.canonical(person), deal, is_exchange
    )
    for watcher in watchers(terms.identification_limit_minor):
        finding = watch(watcher, terms, glance, dealt, findings)
        if finding is None:
            continue
        if finding.sequence == finding.crossed_sequence:
            state.found(finding)
        state.token(finding.subject.removeprefix("person/")).keep_finding(finding)
        findings = _findings(held)
        rows.add("finding", finding)


def _held(state: CasinoState, person: str) -> Sequence[TokenState]:
    """Return a person's tokens, as far as the desks have linked them."""
    if not state.linked_at_desk.is_linked(person):
        return (state.token(person),)
    return [state.token(token) for token in state.linked_at_desk.group(person)]


def _deals(held: Sequence[TokenState], direction: str) -> list[Deal]:
    """Return what the tokens dealt in one direction together, in the order of the book."""
    deals = [d for token in held for d in token.dealings.deals if d.direction == direction]
    return deals if len(held) == 1 else sorted(deals, key=_sequence)


def _findings(held: Sequence[TokenState]) -> list[FindingRow]:
    return [finding for token in held for finding in token.findings.values()]
