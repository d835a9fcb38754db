"""A person's exchanges at the desks, session by session: the stream of one token."""

from typing import assert_never

from countroom.cashier.v1 import cashier_service_pb2 as c

from services.cashier.domain.conclusion import conclude
from services.cashier.domain.events import Event
from services.cashier.domain.exchange_terms import cash_out_terms, purchase_terms
from services.cashier.domain.patron import Patron
from services.cashier.domain.patron_fold import evolve
from services.cashier.domain.pending import abandon, complete
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.reversal import approve, request
from services.kernel.decider import Decider, Decision
from services.kernel.house import House

Command = (
    c.SellChips
    | c.RedeemChips
    | c.CompleteExchange
    | c.AbandonExchange
    | c.RequestReversal
    | c.ApproveReversal
)


def decide(patron: Patron, command: Command, house: House) -> Decision[Event]:
    """Answer one command."""
    match command:
        case c.SellChips():
            remarks = Remarks()
            terms = purchase_terms(command, house, remarks)
            return conclude(patron, terms, command.header, house, remarks)
        case c.RedeemChips():
            remarks = Remarks()
            terms = cash_out_terms(command, house, remarks)
            return conclude(patron, terms, command.header, house, remarks)
        case c.CompleteExchange():
            return complete(patron, command, house)
        case c.AbandonExchange():
            return abandon(patron, command, house)
        case c.RequestReversal():
            return request(patron, command, house)
        case c.ApproveReversal():
            return approve(patron, command, house)
        case _:
            assert_never(command)


patron_session: Decider[Patron, Command, Event] = Decider(Patron(), decide, evolve)
