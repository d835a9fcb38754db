"""Casino fold: one page into a casino's state and into rows.

No rule lives here: each is a projection's or a watch's; this is the order in which they are asked.
"""

from typing import Any

from countroom.cashier.v1.cashier_events_pb2 import PersonsLinked as LinkedAtDesk
from countroom.compliance.v1 import compliance_events_pb2 as k

from services.kernel.house import CasinoTerms
from services.streams.casino_state import CasinoState
from services.streams.projections.alert import alert_row
from services.streams.projections.casino import casino_row, casino_terms
from services.streams.projections.event import event_columns
from services.streams.projections.exception import exception_rows
from services.streams.projections.exchange import (
    PENDING,
    ExchangeRow,
    fold_exchange,
)
from services.streams.projections.identification import fold_identification
from services.streams.projections.person_link import person_link_row
from services.streams.projections.posting import posting_columns
from services.streams.projections.reading import Entry, Reading
from services.streams.projections.token_session import (
    fold_token_session,
    new_session,
    touched_sessions,
)
from services.streams.projections.visit import fold_visits
from services.streams.row_buffer import RowBuffer
from services.streams.token_state import TokenState
from services.streams.watch_fold import watch_exchange, watch_link


def fold_page(state: CasinoState, reading: Reading, rows: RowBuffer) -> None:
    """Take a page into the state and add its rows; everything that it needs has been loaded."""
    rows.extend("event", event_columns(reading))
    rows.extend("posting", posting_columns(reading))
    for exception in exception_rows(reading):
        rows.add("exception", exception)
    if reading.service == "cashier":
        terms = state.terms
        assert terms is not None, reading.book  # noqa: S101 - such a page is kept waiting before
        for entry in reading.entries:
            _fold_cashier(state, entry, terms, rows)
        state.through = state.through._replace(cashier=reading.last_sequence)
    elif reading.service == "compliance":
        for entry in reading.entries:
            _fold_compliance(state, entry, rows)
        state.through = state.through._replace(compliance=reading.last_sequence)


def _fold_cashier(state: CasinoState, entry: Entry, terms: CasinoTerms, rows: RowBuffer) -> None:
    fact = entry.fact
    if isinstance(fact, LinkedAtDesk):
        _link(state, entry, rows)
        watch_link(state, entry, fact.person, terms, rows)
        return
    before = state.exchanges.get(entry.continues) if entry.continues else None
    exchange = fold_exchange(before, entry, fact, terms)
    if exchange is not None:
        state.exchanges[exchange.exchange_id] = exchange
        rows.add("exchange", exchange)
    _fold_identification(state, entry, exchange, terms, rows)
    token = state.token(entry.person) if entry.person else None
    if token is not None:
        _fold_session(state, token, entry, before)
    if exchange is not None and token is not None:
        watch_exchange(state, token, entry, exchange, terms, rows)
        if exchange.status != PENDING:
            state.settled.append(exchange.exchange_id)


def _fold_identification(
    state: CasinoState,
    entry: Entry,
    exchange: ExchangeRow | None,
    terms: CasinoTerms,
    rows: RowBuffer,
) -> None:
    known = state.identifications.get(entry.continues or entry.event.command_id)
    row = fold_identification(known, exchange, entry, entry.fact, terms)
    if row is not None:
        state.identifications[row.exchange_id] = row
        rows.add("identification", row)


def _fold_session(
    state: CasinoState, token: TokenState, entry: Entry, before: ExchangeRow | None
) -> None:
    fact: Any = entry.fact
    for patron_session_id in touched_sessions(fact, before):
        person, sessions = entry.person, token.sessions
        session = sessions.get(patron_session_id) or new_session(person, patron_session_id)
        folded = fold_token_session(session, entry, fact, before)
        if folded is not session:
            sessions[patron_session_id] = folded
            state.mark_dirty(person, patron_session_id)


def _fold_compliance(state: CasinoState, entry: Entry, rows: RowBuffer) -> None:
    fact = entry.fact
    if isinstance(fact, k.CasinoRegistered):
        row = casino_row(entry, fact)
        state.terms = casino_terms(row)
        rows.add("casino", row)
    elif isinstance(fact, k.PersonsLinked):
        _link(state, entry, rows)
    elif isinstance(fact, k.AlertRaised):
        rows.add("alert", alert_row(state.casino_id, entry, fact.alert))
        state.was_raised(fact.alert.alert_id)
    elif isinstance(fact, k.PersonAdmitted | k.PersonLeft):
        token = state.token(fact.person)
        changed = fold_visits(token.visits.values(), state.casino_id, entry, fact)
        for visit in changed:
            token.visits[visit.first_sequence] = visit
            rows.add("visit", visit)
        if changed:
            state.mark_all_dirty(fact.person)


def _link(state: CasinoState, entry: Entry, rows: RowBuffer) -> None:
    link = person_link_row(state.casino_id, entry, entry.fact)
    rows.add("person_link", link)
    state.link(link)
    state.mark_all_dirty(link.person)
