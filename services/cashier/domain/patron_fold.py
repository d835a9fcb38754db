"""The fold of a token's events into what the desks remember of it."""

from typing import assert_never

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE, Exchange

from services.cashier.domain.events import Event
from services.cashier.domain.patron import (
    REVERSIBLE,
    SESSIONS_KEPT,
    Completed,
    Patron,
    PatronSession,
    Reversal,
    Tally,
    Waiting,
)
from services.kernel.money import exact


def evolve(patron: Patron, event: Event) -> Patron:
    """Take in one event; of a link both tokens take it in."""
    match event:
        case e.ChipsSold() | e.ChipsRedeemed():
            patron = _completed(patron, event.exchange)
        case e.PatronSessionOpened():
            patron = _session_opened(patron, event.patron_session_id)
        case e.IdentificationRequired():
            patron = _waiting(patron, event)
        case e.IdentificationRecorded():
            patron = _identified(patron, event)
        case e.ExchangeAbandoned():
            patron = _without_waiting(patron, event.exchange_id)
        case e.ReversalRequested():
            patron = _reversal_requested(patron, event)
        case e.ExchangeReversed():
            patron = _reversed(patron, event)
        case e.PersonsLinked():
            # The token itself is in it too, and does no harm there: whoever reads it leaves it out.
            patron = patron._replace(linked=patron.linked | {event.person, event.linked_person})
        case e.DeskOpened() | e.DeskClosed() | e.ExchangeRateSet() | e.OpeningBalanceEntered():
            pass
        case _:
            assert_never(event)
    return patron


def _completed(patron: Patron, exchange: Exchange) -> Patron:
    direction, worth = exchange.direction, exact(exchange.exact_minor)
    was_unidentified = False
    session = patron.session(exchange.patron_session_id)
    sessions = patron.sessions
    if session is not None:
        tally = session.tally(direction)
        was_unidentified = not tally.is_identified
        unidentified = tally.unidentified + worth if was_unidentified else tally.unidentified
        tally = Tally(tally.total + worth, unidentified, tally.is_identified)
        session = session.with_tally(direction, tally).through(exchange.gaming_day)
        sessions = patron.with_session(session).sessions
    new = Completed(exchange.SerializeToString(), was_unidentified)
    return Patron(
        sessions,
        _others(patron.waiting, exchange.exchange_id) if patron.waiting else (),
        (*patron.completed[1 - REVERSIBLE :], new),
        patron.reversals,
        patron.purchases_made + (direction == DIRECTION_PURCHASE),
        patron.linked,
        patron.forgotten_through,
    )


def _session_opened(patron: Patron, session_id: str) -> Patron:
    sessions, forgotten_through = patron.sessions, patron.forgotten_through
    if len(sessions) >= SESSIONS_KEPT:
        # By its days and not by its place: late facts of days long past push out no newer session.
        oldest = min(sessions, key=lambda session: session.last_day)
        sessions = tuple(session for session in sessions if session is not oldest)
        forgotten_through = max(forgotten_through, oldest.last_day)
    return patron._replace(
        sessions=(*sessions, PatronSession(session_id)), forgotten_through=forgotten_through
    )


def _waiting(patron: Patron, event: e.IdentificationRequired) -> Patron:
    exchange = event.exchange
    new = Waiting(exchange.exchange_id, exchange.SerializeToString(), event.provision)
    patron = patron._replace(waiting=(*patron.waiting, new))
    session = patron.session(exchange.patron_session_id)
    return patron.with_session(session.through(exchange.gaming_day)) if session else patron


def _identified(patron: Patron, event: e.IdentificationRecorded) -> Patron:
    session = patron.session(event.patron_session_id)
    if session is None:
        return patron
    tally = session.tally(event.direction)._replace(is_identified=True)
    return patron.with_session(session.with_tally(event.direction, tally))


def _without_waiting(patron: Patron, exchange_id: str) -> Patron:
    return patron._replace(waiting=_others(patron.waiting, exchange_id))


def _others(waiting: tuple[Waiting, ...], exchange_id: str) -> tuple[Waiting, ...]:
    return tuple(other for other in waiting if other.exchange_id != exchange_id)


def _reversal_requested(patron: Patron, event: e.ReversalRequested) -> Patron:
    asked = [c for c in patron.completed if is_of(c, event.exchange_id)]
    kept = tuple(c for c in patron.completed if c not in asked)
    new = tuple(
        Reversal(event.exchange_id, event.requested_by, event.requested_by_employee, c)
        for c in asked
    )
    return patron._replace(completed=kept, reversals=(*patron.reversals, *new)[-REVERSIBLE:])


def _reversed(patron: Patron, event: e.ExchangeReversed) -> Patron:
    exchange = event.exchange
    done = next((r for r in patron.reversals if r.exchange_id == exchange.exchange_id), None)
    patron = patron._replace(
        reversals=tuple(r._replace(of=None) if r is done else r for r in patron.reversals),
        purchases_made=patron.purchases_made - (exchange.direction == DIRECTION_PURCHASE),
    )
    session = patron.session(exchange.patron_session_id)
    if session is None or done is None or done.of is None:
        return patron
    tally, worth = session.tally(exchange.direction), exact(exchange.exact_minor)
    unidentified = tally.unidentified - (worth if done.of.was_unidentified else 0)
    tally = Tally(tally.total - worth, unidentified, tally.is_identified)
    return patron.with_session(session.with_tally(exchange.direction, tally))


def is_of(completed: Completed, exchange_id: str) -> bool:
    """Say whether a kept exchange is the one of this id."""
    return Exchange.FromString(completed.exchange).exchange_id == exchange_id
