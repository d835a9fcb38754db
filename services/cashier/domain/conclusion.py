"""The one way by which every exchange is concluded: completed, or left waiting for a document."""

from typing import NamedTuple

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE, Exchange
from countroom.ledger.v1.header_pb2 import CommandHeader
from countroom.ledger.v1.person_pb2 import SealedParticulars

from services.cashier.domain.cash_desk import desk_of
from services.cashier.domain.covered import require_covered
from services.cashier.domain.events import Event
from services.cashier.domain.exchange_terms import ExchangeTerms, write_total
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
from services.cashier.domain.refusals import CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.session_opening import flag_forgotten, open_session
from services.cashier.domain.standing import Standing, person_window, session_in, standing
from services.cashier.domain.winnings import flag_unexplained, winnings_to_show
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.money import Exact
from services.kernel.refusal import Refused


class Situation(NamedTuple):
    """An exchange among all that its person did before it; totals in exact minor units."""

    exchange: Exchange
    person: OnePerson
    opened: e.PatronSessionOpened | None
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
    facts = _known_first(situation)
    if house.sealed is not None:
        facts.append(Fact(_identified(exchange, terms.waited_for or situation.due, house.sealed)))
    elif situation.due and house.is_after:
        flag_missed(situation.due, situation.total, exchange.direction, house, remarks)
    elif situation.due:
        facts.append(Fact(_required(patron, situation, house, remarks)))
        return remarks.on(*facts)
    exchange.receipt_number = desk.last_receipt + 1
    facts.append(Fact(_completed(situation, house, remarks), postings))
    return remarks.on(*facts)


def _situation(patron: Patron, terms: ExchangeTerms, house: House, remarks: Remarks) -> Situation:
    exchange, worth, _ = terms
    person = one_person(exchange.person, patron, house)
    window = person_window(person, house)
    if person.links:
        tell_linked(person, remarks)
        flag_linked_over_limit(person, window, house, remarks)
    before = standing(person.tokens, window)
    if not window.is_all_known:
        flag_forgotten(exchange.person, window, remarks)
    session_id, opened = session_in(patron, window), None
    if session_id is None:
        opened = open_session(exchange.person, patron, window)
        session_id = opened.patron_session_id
    direction = exchange.direction
    tally = before.tally(direction)
    total = tally.total + worth
    exchange.patron_session_id = session_id
    if house.gaming_day > window.first:
        exchange.gaming_day = house.gaming_day
    write_total(exchange, total)
    due = provision_due(direction, worth, tally, house.terms.identification_limit_minor)
    return Situation(exchange, person, opened, before, total, due)


def _known_first(situation: Situation) -> list[Fact[Event]]:
    """Return what must be known before the exchange: its session, and who the person is."""
    facts: list[Fact[Event]] = []
    if situation.opened is not None:
        facts.append(Fact(situation.opened))
    facts += [Fact(link) for link in situation.person.links]
    return facts


def _required(
    patron: Patron, situation: Situation, house: House, remarks: Remarks
) -> e.IdentificationRequired:
    exchange = situation.exchange
    if len(patron.waiting) >= WAITING_AT_MOST:
        raise Refused(
            CashierRefusal.TOO_MANY_WAITING,
            f"{len(patron.waiting)} exchanges of {exchange.person} wait for a document. "
            "Complete or abandon those first.",
            person=exchange.person,
        )
    ask_for_document(situation.total, exchange.direction, house, remarks)
    return e.IdentificationRequired(
        exchange=exchange,
        provision=situation.due,
        limit_minor=house.terms.identification_limit_minor,
    )


def _identified(
    exchange: Exchange, provision: str, particulars: SealedParticulars
) -> e.IdentificationRecorded:
    return e.IdentificationRecorded(
        person=exchange.person,
        particulars=particulars,
        exchange_id=exchange.exchange_id,
        patron_session_id=exchange.patron_session_id,
        direction=exchange.direction,
        provision=provision,
        desk_id=exchange.desk_id,
    )


def _completed(
    situation: Situation, house: House, remarks: Remarks
) -> e.ChipsSold | e.ChipsRedeemed:
    exchange = situation.exchange
    if exchange.direction == DIRECTION_PURCHASE:
        return e.ChipsSold(exchange=exchange)
    winnings_minor = winnings_to_show(situation.total, situation.before, house)
    flag_unexplained(winnings_minor, situation.before, house, remarks)
    return e.ChipsRedeemed(exchange=exchange, winnings_to_show_minor=winnings_minor)
