"""The cashier's book: its aggregates, which stream a command goes to, which an event touches."""

from typing import Final

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1.exchange_pb2 import Exchange

from services.cashier.domain.cash_desk import cash_desk
from services.cashier.domain.document import document
from services.cashier.domain.exchange_rate import exchange_rate
from services.cashier.domain.opening_balance import opening_balance
from services.cashier.domain.patron_session import patron_session
from services.kernel.domain import Domain


def _desk(command: c.OpenDesk | c.CloseDesk) -> str:
    return f"desk/{command.desk_id}"


def _patron(
    command: c.SellChips
    | c.RedeemChips
    | c.CompleteExchange
    | c.AbandonExchange
    | c.RequestReversal
    | c.ApproveReversal,
) -> str:
    return f"patron_session/{command.person}"


def _rate_of(exchange: Exchange) -> tuple[str, ...]:
    """Return the foreign currency's stream, where the exchange has one: it carries the rounding."""
    if exchange.HasField("rate"):
        return (f"exchange_rate/{exchange.payment.foreign_cash.currency}",)
    return ()


def _completed(event: e.ChipsSold | e.ChipsRedeemed) -> tuple[str, ...]:
    exchange = event.exchange
    return (f"desk/{exchange.desk_id}", *_rate_of(exchange))


CASHIER: Final = Domain(
    service="cashier",
    carrier=e.CashierEvent,
    aggregates={
        "desk": cash_desk,
        "patron_session": patron_session,
        "exchange_rate": exchange_rate,
        "opening_balance": opening_balance,
        "document": document,
    },
    streams={
        c.OpenDesk: _desk,
        c.CloseDesk: _desk,
        c.SellChips: _patron,
        c.RedeemChips: _patron,
        c.CompleteExchange: _patron,
        c.AbandonExchange: _patron,
        c.RequestReversal: _patron,
        c.ApproveReversal: _patron,
        c.SetExchangeRate: lambda command: f"exchange_rate/{command.currency}",
        c.EnterOpeningBalance: lambda command: f"opening_balance/{command.account}",
    },
    touches={
        e.ChipsSold: _completed,
        e.ChipsRedeemed: _completed,
        e.ExchangeReversed: lambda event: _rate_of(event.exchange),
        e.IdentificationRecorded: lambda event: (
            f"document/{event.particulars.document_index.hex()}",
        ),
        e.PersonsLinked: lambda event: (f"patron_session/{event.linked_person}",),
    },
    # That the patron went away without exchanging is a fact, whoever tells it.
    told=frozenset({c.AbandonExchange}),
    documents={
        c.SellChips: lambda command: command.person,
        c.RedeemChips: lambda command: command.person,
        c.CompleteExchange: lambda command: command.person,
    },
)
"""What one chassis needs to serve the cashier's book."""
