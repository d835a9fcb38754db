"""The one way by which every exchange is concluded: completed, or left waiting for a document."""

from collections.abc import Iterator
from typing import NamedTuple

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1.exchange_pb2 import Direction, Exchange
from countroom.ledger.v1.header_pb2 import CommandHeader

from services.cashier.domain.cash_desk import desk_of
from services.cashier.domain.covered import require_covered
from services.cashier.domain.events import Event
from services.cashier.domain.exchange_terms import ExchangeTerms, total_ratio
from services.cashier.domain.identification import (
    ask_for_document,
    flag_linked_over_limit,
    flag_missed,
    provision_due,
    tell_linked,
)
from services.cashier.domain.on_duty import require_licence, require_open
from services.cashier.domain.one_person import OnePerson, one_person
from services.cashier.domain.patron import WAITING_AT_MOST, Patron
from services.cashier.domain.postings import exchange_postings
from services.cashier.domain.refusals import CashierException, CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.standing import (
    OwnSession,
    Standing,
    own_session,
    person_window,
    standing,
)
from services.cashier.domain.winnings import flag_unexplained, winnings_to_show
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.money import Exact
from services.kernel.refusal import Refused


class Situation(NamedTuple):
    """An exchange among all that its person did before it; totals in exact minor units."""

    exchange: Exchange
    person: OnePerson
    session: OwnSession
    before: Standing
    total: Exact
    due: str


def conclude(
    patron: Patron,
    terms: ExchangeTerms,
    header: CommandHeader,
    house: House,
    remarks: Remarks,
) -> Decision[Event]:
    """Return what the exchange causes.

    The desk must be open, the actor licensed, and what the desk hands out be there. Over the limit
    and without a document it waits, unless it has been made: then the omission is an exception.
    """
    exchange = terms.exchange
    desk = desk_of(exchange.desk_id, house)
    require_open(exchange.desk_id, is_open=desk.is_open, house=house, remarks=remarks)
    require_licence(header, ("cashier",), house, remarks)
    postings = exchange_postings(exchange, house)
    require_covered(postings, house, remarks)
    situation = _situation(patron, terms, house, remarks)
    if situation.due and house.sealed is None:
        if not house.is_after:
            return _waiting(patron, situation, house, remarks)
        flag_missed(situation.due, situation.total, exchange.direction, house, remarks)
    exchange.receipt_number = desk.last_receipt + 1
    completed: Fact[Event] = Fact(_completed(situation, house, remarks), postings)
    return remarks.on(
        *_first(situation),
        *_identified(situation, terms.waited_for or situation.due, house),
        completed,
    )


def _situation(patron: Patron, terms: ExchangeTerms, house: House, remarks: Remarks) -> Situation:
    exchange, worth, _ = terms
    person = one_person(exchange.person, patron, house)
    window = person_window(person, house)
    if person.links:
        tell_linked(person, remarks)
        flag_linked_over_limit(person, window, house, remarks)
    before = standing(person.tokens, window)
    session = own_session(patron, window)
    if session.is_forgotten:
        remarks.flag(
            CashierException.PATRON_SESSION_FORGOTTEN,
            "M46.4",
            f"What the person exchanged before on {window.first} may be missing in the total of "
            "the patron session: it is too long ago. See the person's sessions in the streams.",
        )
    total = before.tally(exchange.direction).total + worth
    exchange.patron_session_id = session.session_id
    exchange.session_total_minor.CopyFrom(total_ratio(total))
    limit_minor = house.terms.identification_limit_minor
    due = provision_due(exchange.direction, worth, before.tally(exchange.direction), limit_minor)
    return Situation(exchange, person, session, before, total, due)


def _waiting(
    patron: Patron, situation: Situation, house: House, remarks: Remarks
) -> Decision[Event]:
    exchange = situation.exchange
    if len(patron.waiting) >= WAITING_AT_MOST:
        raise Refused(
            CashierRefusal.TOO_MANY_WAITING,
            f"{len(patron.waiting)} exchanges of {exchange.person} wait for a document. "
            "Complete or abandon those first.",
            person=exchange.person,
        )
    ask_for_document(situation.total, exchange.direction, house, remarks)
    required = e.IdentificationRequired(
        exchange=exchange,
        provision=situation.due,
        limit_minor=house.terms.identification_limit_minor,
    )
    return remarks.on(*_first(situation), Fact(required))


def _first(situation: Situation) -> Iterator[Fact[Event]]:
    """Yield what must be known before the exchange: its session, and who the person is."""
    session, person = situation.session, situation.exchange.person
    if session.is_new:
        yield Fact(e.PatronSessionOpened(person=person, patron_session_id=session.session_id))
    for link in situation.person.links:
        yield Fact(link)


def _identified(situation: Situation, provision: str, house: House) -> Iterator[Fact[Event]]:
    exchange = situation.exchange
    if house.sealed is not None:
        yield Fact(
            e.IdentificationRecorded(
                person=exchange.person,
                particulars=house.sealed,
                exchange_id=exchange.exchange_id,
                patron_session_id=exchange.patron_session_id,
                direction=exchange.direction,
                provision=provision,
                desk_id=exchange.desk_id,
            )
        )


def _completed(
    situation: Situation, house: House, remarks: Remarks
) -> e.ChipsSold | e.ChipsRedeemed:
    exchange = situation.exchange
    if exchange.direction == Direction.DIRECTION_PURCHASE:
        return e.ChipsSold(exchange=exchange)
    winnings_minor = winnings_to_show(situation.total, situation.before, house)
    flag_unexplained(winnings_minor, situation.before, house, remarks)
    return e.ChipsRedeemed(exchange=exchange, winnings_to_show_minor=winnings_minor)
