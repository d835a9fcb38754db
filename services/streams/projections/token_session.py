"""Token session: what one token exchanged in one patron session, by the cashier's book alone."""

from datetime import date
from fractions import Fraction
from typing import NamedTuple, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.cashier.v1.exchange_pb2 import Direction, Exchange

from services.kernel.money import Exact, exact, whole_where_it_is
from services.streams.projections.exchange import DIRECTION_PURCHASE, PENDING, ExchangeRow
from services.streams.projections.facts import CashierFact
from services.streams.projections.reading import Entry, day


class Side(NamedTuple):
    """One direction: completed and not reversed exchanges, their exact total in minor units."""

    exchanges: int = 0
    total: Exact = 0
    is_identified: bool = False

    def plus(self, amount: Exact, exchanges: int) -> "Side":
        """Return the side with an amount added."""
        return Side(self.exchanges + exchanges, _sum(self.total, amount), self.is_identified)


class TokenSession(NamedTuple):
    """One token's part of a patron session; `sequence` is the newest event that it rests on."""

    person: str
    patron_session_id: str
    began: date
    last_day: date
    purchases: Side = Side()
    cash_outs: Side = Side()
    pending: int = 0
    abandoned: int = 0
    reversed: int = 0
    differs: bool = False
    first_at: int = 0
    last_at: int = 0
    sequence: int = 0

    def side(self, direction: Direction) -> Side:
        """Return one direction's."""
        return self.purchases if direction == DIRECTION_PURCHASE else self.cash_outs

    def with_side(self, direction: Direction, side: Side) -> "TokenSession":
        """Return the session with one direction's replaced."""
        if direction == DIRECTION_PURCHASE:
            return self._replace(purchases=side)
        return self._replace(cash_outs=side)


def touched_sessions(fact: CashierFact, before: ExchangeRow | None) -> tuple[str, ...]:
    """Return the ids of the sessions that an event changes, none, one or two.

    `before` is the row of the exchange that the event goes on with: it may have waited in an
    earlier session than the one that it was completed in.
    """
    match fact:
        case c.ChipsSold() | c.ChipsRedeemed():
            own = fact.exchange.patron_session_id
            waited = _waited_in(before)
            return (own,) if waited in {"", own} else (own, waited)
        case c.IdentificationRequired() | c.ExchangeReversed():
            return (fact.exchange.patron_session_id,)
        case c.PatronSessionOpened() | c.IdentificationRecorded():
            return (fact.patron_session_id,)
        case c.ExchangeAbandoned():
            return (_waited_in(before),)
        case (
            c.ReversalRequested()
            | c.PersonsLinked()
            | c.DeskOpened()
            | c.DeskClosed()
            | c.ExchangeRateSet()
            | c.OpeningBalanceEntered()
        ):
            return ()
        case _:
            assert_never(fact)


def new_session(person: str, patron_session_id: str) -> TokenSession:
    """Return a session in which nothing has happened; raise ValueError for an id without a day."""
    began = day(patron_session_id.partition("/")[0])
    return TokenSession(person, patron_session_id, began, began)


def fold_token_session(  # noqa: C901, PLR0911 - an answer for each kind of event
    session: TokenSession, entry: Entry, fact: CashierFact, before: ExchangeRow | None
) -> TokenSession:
    """Return a session after an event that changes it; one that it rests on changes nothing."""
    if entry.sequence <= session.sequence:
        return session
    match fact:
        case c.ChipsSold() | c.ChipsRedeemed():
            if before is not None and _waited_in(before) == session.patron_session_id:
                session = _no_longer_waiting(session, entry)
            if fact.exchange.patron_session_id != session.patron_session_id:
                return session
            return _completed(session, entry, fact.exchange)
        case c.IdentificationRequired():
            return _waiting(session, entry)
        case c.ExchangeReversed():
            return _reversed(session, entry, fact.exchange)
        case c.IdentificationRecorded():
            side = session.side(fact.direction)._replace(is_identified=True)
            return session.with_side(fact.direction, side)._replace(sequence=entry.sequence)
        case c.ExchangeAbandoned():
            return _no_longer_waiting(session, entry)._replace(abandoned=session.abandoned + 1)
        case c.PatronSessionOpened():
            return session._replace(sequence=entry.sequence)
        case (
            c.ReversalRequested()
            | c.PersonsLinked()
            | c.DeskOpened()
            | c.DeskClosed()
            | c.ExchangeRateSet()
            | c.OpeningBalanceEntered()
        ):
            return session
        case _:
            assert_never(fact)


def _waited_in(before: ExchangeRow | None) -> str:
    """Return the id of the session in which an exchange waits, "" where it does not."""
    return before.patron_session_id if before is not None and before.status == PENDING else ""


def _completed(session: TokenSession, entry: Entry, exchange: Exchange) -> TokenSession:
    direction = exchange.direction
    side = session.side(direction).plus(exact(exchange.exact_minor), 1)
    is_purchase = direction == DIRECTION_PURCHASE
    # By position: this is made for each exchange, and by _replace it takes three times as long.
    return TokenSession(
        session.person,
        session.patron_session_id,
        session.began,
        max(session.last_day, entry.gaming_day),
        side if is_purchase else session.purchases,
        session.cash_outs if is_purchase else side,
        session.pending,
        session.abandoned,
        session.reversed,
        session.differs or side.total != exact(exchange.session_total_minor),
        min(session.first_at or entry.occurred_us, entry.occurred_us),
        max(session.last_at, entry.occurred_us),
        entry.sequence,
    )


def _reversed(session: TokenSession, entry: Entry, exchange: Exchange) -> TokenSession:
    less = session.side(exchange.direction).plus(-exact(exchange.exact_minor), -1)
    session = session.with_side(exchange.direction, less)
    return session._replace(reversed=session.reversed + 1, sequence=entry.sequence)


def _no_longer_waiting(session: TokenSession, entry: Entry) -> TokenSession:
    return session._replace(pending=session.pending - 1, sequence=entry.sequence)


def _waiting(session: TokenSession, entry: Entry) -> TokenSession:
    return session._replace(
        last_day=max(session.last_day, entry.gaming_day),
        pending=session.pending + 1,
        first_at=min(session.first_at or entry.occurred_us, entry.occurred_us),
        last_at=max(session.last_at, entry.occurred_us),
        sequence=entry.sequence,
    )


def _sum(one: Exact, other: Exact) -> Exact:
    total = one + other
    return whole_where_it_is(total) if isinstance(total, Fraction) else total
