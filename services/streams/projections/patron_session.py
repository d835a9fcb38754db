"""patron_session: one row a token's patron session, with what counts against the limit.

A fold over two books: exchanges and links from the cashier's, visits and links from the compliance
book. It is a function of what each book holds up to a sequence, not of how the two interleave.
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from services.kernel.house import CasinoTerms
from services.kernel.money import Exact, house_keeps_fraction, whole_where_it_is
from services.streams.projections.counted import Counted
from services.streams.projections.token_session import Side, TokenSession
from services.streams.projections.visit import VisitRow


class PatronSessionRow(NamedTuple):
    """A row of patron_session, column for column; minor units, microseconds since 1970 UTC."""

    casino_id: str
    person: str
    patron_session_id: str
    began_gaming_day: date
    last_gaming_day: date
    currency: str
    limit_minor: int
    purchase_count: int
    purchases_numerator: int
    purchases_denominator: int
    purchases_minor: int
    cash_out_count: int
    cash_outs_numerator: int
    cash_outs_denominator: int
    cash_outs_minor: int
    pending_count: int
    abandoned_count: int
    reversed_count: int
    purchases_identified: bool
    cash_outs_identified: bool
    totals_differ: bool
    first_exchange_at: int
    last_exchange_at: int
    linked_persons: Sequence[str]
    counted_purchases_numerator: int
    counted_purchases_denominator: int
    counted_purchases_minor: int
    counted_cash_outs_numerator: int
    counted_cash_outs_denominator: int
    counted_cash_outs_minor: int
    counted_purchases_identified: bool
    counted_cash_outs_identified: bool
    visit_entered_at: int | None
    visit_left_at: int | None
    cashier_sequence: int
    compliance_sequence: int
    version: int


def patron_session_rows(counted: Counted, terms: CasinoTerms) -> list[PatronSessionRow]:
    """Return the row of each session that counts together with the others."""
    persons = {x for link in counted.links for x in (link.person, link.linked_person)}
    cashier, compliance = _vector(counted)
    together: tuple[Any, ...] = (
        *_together(counted.sessions),
        *_visit(counted.visits),
        cashier,
        compliance,
        cashier + compliance,
    )
    is_alone = len(counted.sessions) == 1 and not persons
    return [
        PatronSessionRow(
            terms.casino_id,
            session.person,
            session.patron_session_id,
            session.began,
            session.last_day,
            terms.currency,
            terms.identification_limit_minor,
            session.purchases.exchanges,
            *_exact_and_minor(session.purchases.total),
            session.cash_outs.exchanges,
            *_exact_and_minor(session.cash_outs.total),
            session.pending,
            session.abandoned,
            session.reversed,
            session.purchases.is_identified,
            session.cash_outs.is_identified,
            session.differs and is_alone,
            session.first_at,
            session.last_at,
            sorted(persons - {session.person}),
            *together,
        )
        for session in counted.sessions
    ]


def session_of(row: PatronSessionRow) -> TokenSession:
    """Return the token's own part of a row, as the fold goes on from it.

    The row's sequence may be that of another session that counts together with it: they will for
    ever, so nothing that follows differs.
    """
    return TokenSession(
        person=row.person,
        patron_session_id=row.patron_session_id,
        began=row.began_gaming_day,
        last_day=row.last_gaming_day,
        purchases=Side(
            row.purchase_count,
            _exact(row.purchases_numerator, row.purchases_denominator),
            row.purchases_identified,
        ),
        cash_outs=Side(
            row.cash_out_count,
            _exact(row.cash_outs_numerator, row.cash_outs_denominator),
            row.cash_outs_identified,
        ),
        pending=row.pending_count,
        abandoned=row.abandoned_count,
        reversed=row.reversed_count,
        differs=row.totals_differ,
        first_at=row.first_exchange_at,
        last_at=row.last_exchange_at,
        sequence=row.cashier_sequence,
    )


def _together(sessions: Sequence[TokenSession]) -> tuple[Any, ...]:
    """Return what counts against the limit: both totals, and whether each is identified."""
    purchases = _sum([session.purchases for session in sessions])
    cash_outs = _sum([session.cash_outs for session in sessions])
    return (
        *_exact_and_minor(purchases.total),
        *_exact_and_minor(cash_outs.total),
        purchases.is_identified,
        cash_outs.is_identified,
    )


def _sum(sides: Sequence[Side]) -> Side:
    whole = sides[0]
    for side in sides[1:]:
        whole = whole.plus(side.total, side.exchanges)
        if side.is_identified:
            whole = whole._replace(is_identified=True)
    return whole


def _exact_and_minor(amount: Exact) -> tuple[int, int, int]:
    if isinstance(amount, int):
        return amount, 1, amount
    return amount.numerator, amount.denominator, house_keeps_fraction(amount)


def _exact(numerator: int, denominator: int) -> Exact:
    return whole_where_it_is(Fraction(numerator, denominator))


def _visit(visits: Sequence[VisitRow]) -> tuple[int | None, int | None]:
    """Return first entry and last exit; the exit is None while the person is inside.

    Who was let in again has left before, also where no exit was recorded.
    """
    if not visits:
        return None, None
    newest = max(visits, key=lambda visit: visit.last_entered_at)
    return min(visit.entered_at for visit in visits), newest.left_at


def _vector(counted: Counted) -> tuple[int, int]:
    """Return the newest sequences, of the cashier's and of the compliance book, that count."""
    cashier = [session.sequence for session in counted.sessions]
    if len(cashier) == 1 and not counted.visits and not counted.links:
        return cashier[0], 0
    compliance = [visit.sequence for visit in counted.visits]
    for link in counted.links:
        at_desk = link.book.endswith("/cashier")
        (cashier if at_desk else compliance).append(link.sequence)
    return max(cashier, default=0), max(compliance, default=0)
