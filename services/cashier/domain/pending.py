"""An exchange that waits for a document: completed once it is produced, or given up."""

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1.exchange_pb2 import Exchange

from services.cashier.domain.conclusion import conclude
from services.cashier.domain.events import Event
from services.cashier.domain.exchange_terms import ExchangeTerms
from services.cashier.domain.on_duty import require_licence
from services.cashier.domain.patron import Patron, Waiting
from services.cashier.domain.refusals import CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.money import exact
from services.kernel.refusal import Refused


def complete(patron: Patron, command: c.CompleteExchange, house: House) -> Decision[Event]:
    """Complete an exchange on the terms on which it waited: its amount, its desk, and its rate."""
    remarks, waiting = Remarks(), _waiting(patron, command.person, command.exchange_id)
    if house.sealed is None and not house.is_after:
        raise Refused(
            CashierRefusal.DOCUMENT_REQUIRED,
            f"Exchange {command.exchange_id} waits for an identity document ({waiting.provision}). "
            "Send it with the command, or abandon the exchange.",
            exchange_id=command.exchange_id,
            provision=waiting.provision,
        )
    exchange = Exchange.FromString(waiting.exchange)
    exchange.ClearField("gaming_day")  # it may complete on another one
    terms = ExchangeTerms(exchange, exact(exchange.exact_minor), waiting.provision)
    return conclude(patron, terms, command.header, house, remarks)


def abandon(patron: Patron, command: c.AbandonExchange, house: House) -> Decision[Event]:
    """Give an exchange up; nothing has moved."""
    remarks = Remarks()
    _waiting(patron, command.person, command.exchange_id)
    if command.reason == c.AbandonReason.ABANDON_REASON_UNSPECIFIED:
        text = "The command does not say why the exchange is abandoned. Give a reason."
        raise Refused(CashierRefusal.REASON_NOT_SAID, text, exchange_id=command.exchange_id)
    require_licence(command.header, ("cashier",), house, remarks)
    abandoned = e.ExchangeAbandoned(
        person=command.person, exchange_id=command.exchange_id, reason=command.reason
    )
    return remarks.on(Fact(abandoned))


def _waiting(patron: Patron, person: str, exchange_id: str) -> Waiting:
    for waiting in patron.waiting:
        if waiting.exchange_id == exchange_id:
            return waiting
    raise Refused(
        CashierRefusal.EXCHANGE_NOT_WAITING,
        f"No exchange {exchange_id} of {person} waits: it was completed or abandoned, or is not "
        "this person's. Look it up, or make the exchange anew.",
        exchange_id=exchange_id,
        person=person,
    )
