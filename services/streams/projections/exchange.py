"""exchange: one row for each state of an exchange."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.cashier.v1.exchange_pb2 import Direction, Exchange
from countroom.ledger.v1.money_pb2 import Ratio

from services.kernel.house import CasinoTerms
from services.streams.projections.facts import CashierFact
from services.streams.projections.reading import Entry

PENDING: Final = "pending"
COMPLETED: Final = "completed"
ABANDONED: Final = "abandoned"
REVERSED: Final = "reversed"
PURCHASE: Final = "purchase"
CASH_OUT: Final = "cash_out"
DIRECTION_PURCHASE: Final = Direction.DIRECTION_PURCHASE  # a look-up in Python, made once


class ExchangeMissing(Exception):
    """An event goes on with an exchange whose beginning was never read."""


class ExchangeRow(NamedTuple):
    """A row of exchange, column for column; amounts in minor units, moments in microseconds UTC."""

    book: str
    casino_id: str
    exchange_id: str
    sequence: int
    status: str
    person: str
    desk_id: str
    direction: str
    instrument: str
    currency: str
    amount_minor: int
    chips_currency: str
    chips_minor: int
    exact_numerator: int
    exact_denominator: int
    rate_numerator: int
    rate_denominator: int
    patron_session_id: str
    session_total_numerator: int
    session_total_denominator: int
    winnings_to_show_minor: int | None
    receipt_number: int
    references: Mapping[str, str]
    employee_id: str
    requested_at: int
    requested_gaming_day: date
    occurred_at: int
    recorded_at: int
    gaming_day: date
    accounting_day: date
    first_sequence: int
    completed_sequence: int


def fold_exchange(  # noqa: PLR0911 - an answer for each kind of event
    known: ExchangeRow | None, entry: Entry, fact: CashierFact, terms: CasinoTerms
) -> ExchangeRow | None:
    """Return the state that the event brings about, None where it brings about none."""
    match fact:
        case c.ChipsSold():
            return _of_terms(COMPLETED, known, entry, fact.exchange, terms)
        case c.ChipsRedeemed():
            row = _of_terms(COMPLETED, known, entry, fact.exchange, terms)
            if not fact.HasField("winnings_to_show_minor"):
                return row
            return row._replace(winnings_to_show_minor=fact.winnings_to_show_minor)
        case c.IdentificationRequired():
            return _of_terms(PENDING, known, entry, fact.exchange, terms)
        case c.ExchangeAbandoned():
            return _ended(ABANDONED, known, entry)
        case c.ExchangeReversed():
            return _ended(REVERSED, known, entry)
        case (
            c.PatronSessionOpened()
            | c.IdentificationRecorded()
            | c.ReversalRequested()
            | c.PersonsLinked()
            | c.DeskOpened()
            | c.DeskClosed()
            | c.ExchangeRateSet()
            | c.OpeningBalanceEntered()
        ):
            return None
        case _:
            assert_never(fact)


def direction_of(direction: Direction) -> str:
    """Return a direction as the rows have it."""
    return PURCHASE if direction == DIRECTION_PURCHASE else CASH_OUT


def _of_terms(
    status: str, known: ExchangeRow | None, entry: Entry, exchange: Exchange, terms: CasinoTerms
) -> ExchangeRow:
    if known is None and entry.continues:
        raise ExchangeMissing(entry.continues)
    instrument, currency, amount_minor = _handed_over(exchange, terms)
    # By position: this is made for each exchange event, and by name it takes twice as long.
    return ExchangeRow(
        entry.event.book,
        terms.casino_id,
        exchange.exchange_id,
        entry.sequence,
        status,
        entry.person,
        entry.desk_id,
        direction_of(exchange.direction),
        instrument,
        currency,
        amount_minor,
        terms.currency,
        exchange.chips_minor,
        *_pair(exchange.exact_minor),
        *_pair(exchange.rate),
        exchange.patron_session_id,
        *_pair(exchange.session_total_minor),
        None,
        exchange.receipt_number,
        {reference.name: reference.value for reference in exchange.references},
        entry.event.actor.employee_id,
        known.requested_at if known else entry.occurred_us,
        known.requested_gaming_day if known else entry.gaming_day,
        entry.occurred_us,
        entry.recorded_us,
        entry.gaming_day,
        entry.accounting_day,
        known.first_sequence if known else entry.sequence,
        entry.sequence if status == COMPLETED else 0,
    )


def _pair(ratio: Ratio) -> tuple[int, int]:
    """Return numerator and denominator, 0 over 1 for a ratio that was not given."""
    return ratio.numerator, ratio.denominator or 1


def _ended(status: str, known: ExchangeRow | None, entry: Entry) -> ExchangeRow:
    if known is None:
        raise ExchangeMissing(entry.continues)
    return known._replace(
        status=status,
        sequence=entry.sequence,
        employee_id=entry.event.actor.employee_id,
        occurred_at=entry.occurred_us,
        recorded_at=entry.recorded_us,
        gaming_day=entry.gaming_day,
        accounting_day=entry.accounting_day,
    )


def _handed_over(exchange: Exchange, terms: CasinoTerms) -> tuple[str, str, int]:
    """Return instrument, currency and amount: what the patron pays, or what the chips are worth."""
    if exchange.direction != DIRECTION_PURCHASE:
        instrument = exchange.payout.WhichOneof("instrument") or ""
        return instrument, terms.currency, exchange.chips_minor
    paid = exchange.payment
    match paid.WhichOneof("instrument"):
        case "cash":
            return "cash", terms.currency, paid.cash.amount_minor
        case "foreign_cash":
            return "foreign_cash", paid.foreign_cash.currency, paid.foreign_cash.amount_minor
        case "cheque":
            return "cheque", terms.currency, paid.cheque.amount_minor
        case None:
            return "", terms.currency, exchange.chips_minor
        case other:
            assert_never(other)
