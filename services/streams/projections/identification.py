"""identification: one row for each state of one that fell due, was met or was missed."""

from datetime import date
from typing import Final, NamedTuple, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as c

from services.kernel.house import CasinoTerms
from services.streams.projections.exchange import ExchangeRow, direction_of
from services.streams.projections.facts import CashierFact
from services.streams.projections.reading import Entry

DUE: Final = "due"
MET: Final = "met"
ABANDONED: Final = "abandoned"
MISSED: Final = "missed"
MISSED_REASON: Final = "identification_missed"


class IdentificationRow(NamedTuple):
    """A row of identification, column for column; minor units, microseconds since 1970 UTC."""

    book: str
    casino_id: str
    exchange_id: str
    sequence: int
    status: str
    provision: str
    limit_minor: int
    person: str
    desk_id: str
    employee_id: str
    direction: str
    instrument: str
    currency: str
    exact_numerator: int
    exact_denominator: int
    patron_session_id: str
    session_total_numerator: int
    session_total_denominator: int
    document_type: str
    requested_at: int
    requested_gaming_day: date
    occurred_at: int
    recorded_at: int
    gaming_day: date
    accounting_day: date
    first_sequence: int
    document_sequence: int


def fold_identification(
    known: IdentificationRow | None,
    exchange: ExchangeRow | None,
    entry: Entry,
    fact: CashierFact,
    terms: CasinoTerms,
) -> IdentificationRow | None:
    """Return the state that the event brings about, None where it brings about none.

    `exchange` is the exchange's own row after the event, None where the event has none.
    """
    match fact:
        case c.ChipsSold() | c.ChipsRedeemed():
            missed = _missed_provision(entry)
            if known is None and not missed:
                return None
            row = known or _begun(MISSED, missed, fact.exchange.exchange_id, entry, terms)
            return _with_exchange(_at(row, entry), exchange)
        case c.IdentificationRequired():
            row = _begun(DUE, fact.provision, fact.exchange.exchange_id, entry, terms)
            return _with_exchange(row._replace(limit_minor=fact.limit_minor), exchange)
        case c.IdentificationRecorded():
            return _recorded(known, entry, fact, terms)
        case c.ExchangeAbandoned():
            return known and _at(known, entry)._replace(status=ABANDONED)
        case (
            c.PatronSessionOpened()
            | c.ReversalRequested()
            | c.ExchangeReversed()
            | c.PersonsLinked()
            | c.DeskOpened()
            | c.DeskClosed()
            | c.ExchangeRateSet()
            | c.OpeningBalanceEntered()
        ):
            return None
        case _:
            assert_never(fact)


def _recorded(
    known: IdentificationRow | None,
    entry: Entry,
    fact: c.IdentificationRecorded,
    terms: CasinoTerms,
) -> IdentificationRow:
    row = known or _begun(MET, fact.provision, fact.exchange_id, entry, terms)
    return _at(row, entry)._replace(
        status=MET,
        provision=fact.provision or row.provision,
        person=fact.person,
        desk_id=fact.desk_id,
        direction=direction_of(fact.direction),
        patron_session_id=fact.patron_session_id,
        document_type=fact.particulars.document_type,
        document_sequence=entry.sequence,
    )


def _missed_provision(entry: Entry) -> str:
    """Return the provision by which the command's exchange was made unidentified, or ""."""
    for note in entry.exceptions:
        if note.reason == MISSED_REASON:
            return note.obligation
    return ""


def _begun(
    status: str, provision: str, exchange_id: str, entry: Entry, terms: CasinoTerms
) -> IdentificationRow:
    return IdentificationRow(
        book=entry.event.book,
        casino_id=terms.casino_id,
        exchange_id=exchange_id,
        sequence=entry.sequence,
        status=status,
        provision=provision,
        limit_minor=terms.identification_limit_minor,
        person="",
        desk_id="",
        employee_id=entry.event.actor.employee_id,
        direction="",
        instrument="",
        currency=terms.currency,
        exact_numerator=0,
        exact_denominator=1,
        patron_session_id="",
        session_total_numerator=0,
        session_total_denominator=1,
        document_type="",
        requested_at=entry.occurred_us,
        requested_gaming_day=entry.gaming_day,
        occurred_at=entry.occurred_us,
        recorded_at=entry.recorded_us,
        gaming_day=entry.gaming_day,
        accounting_day=entry.accounting_day,
        first_sequence=entry.sequence,
        document_sequence=0,
    )


def _at(row: IdentificationRow, entry: Entry) -> IdentificationRow:
    return row._replace(
        sequence=entry.sequence,
        employee_id=entry.event.actor.employee_id,
        occurred_at=entry.occurred_us,
        recorded_at=entry.recorded_us,
        gaming_day=entry.gaming_day,
        accounting_day=entry.accounting_day,
    )


def _with_exchange(row: IdentificationRow, exchange: ExchangeRow | None) -> IdentificationRow:
    if exchange is None:
        return row
    return row._replace(
        person=exchange.person,
        desk_id=exchange.desk_id,
        direction=exchange.direction,
        instrument=exchange.instrument,
        exact_numerator=exchange.exact_numerator,
        exact_denominator=exchange.exact_denominator,
        patron_session_id=exchange.patron_session_id,
        session_total_numerator=exchange.session_total_numerator,
        session_total_denominator=exchange.session_total_denominator,
    )
