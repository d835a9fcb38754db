"""Commands of a replay: every exchange told after the fact, with what else its row says."""

from collections.abc import Iterable, Iterator

from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.cashier.v1.exchange_pb2 import (
    CashPayment,
    CashPayout,
    ChipPayment,
    ChipPayout,
    Direction,
    Reference,
)
from countroom.ledger.v1.header_pb2 import Timing
from countroom.ledger.v1.person_pb2 import IdentityDocument

from loadtest.clients.header import named_header
from loadtest.replay.exchanges import ReplayedExchange
from loadtest.replay.replayed_casino import DESK, cashier_on
from loadtest.replay.table_sessions import TableSession
from loadtest.replay.tally import IdentificationTally

Command = cashier.SellChips | cashier.RedeemChips


def commands(
    casino_id: str, exchanges: Iterable[ReplayedExchange], tally: IdentificationTally
) -> Iterator[Command]:
    """Yield a command for each exchange, in order; the same file gives the same ids again."""
    for exchange in exchanges:
        document = _document(exchange.person) if tally.is_document_due(exchange) else None
        yield _command(casino_id, exchange, document)


def _command(
    casino_id: str, exchange: ReplayedExchange, document: IdentityDocument | None
) -> Command:
    header = named_header(
        casino_id,
        exchange.name,
        exchange.at_us,
        cashier_on(exchange.local),
        Timing.TIMING_AFTER,
    )
    if exchange.direction == Direction.DIRECTION_PURCHASE:
        return cashier.SellChips(
            header=header,
            desk_id=DESK,
            person=exchange.person,
            payment=ChipPayment(cash=CashPayment(amount_minor=exchange.amount_minor)),
            document=document,
            references=_references(exchange.session),
        )
    return cashier.RedeemChips(
        header=header,
        desk_id=DESK,
        person=exchange.person,
        chips_minor=exchange.amount_minor,
        payout=ChipPayout(cash=CashPayout()),
        document=document,
        references=_references(exchange.session),
    )


def _references(session: TableSession) -> list[Reference]:
    """Return what travels with a row's exchanges; a cash-out belongs to its session's month."""
    values = {
        "table": session.table,
        "game": session.game,
        "month": session.month,
        "chips_buy_in": f"{session.chips_buy_in:f}",
        "player_lost": f"{session.player_lost:f}",
    }
    return [Reference(name=name, value=value) for name, value in values.items()]


def _document(person: str) -> IdentityDocument:
    """Make up a document: one for each token, so that no two tokens are found to be one person."""
    return IdentityDocument(
        document_type="identity_card",
        document_number=f"replay-{person}",
        issuer="XX",
        full_name=f"Holder of {person}",
    )
