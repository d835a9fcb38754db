"""The double entry of an exchange: value from patron to desk, and the chips the other way."""

from countroom.cashier.v1.exchange_pb2 import DIRECTION_CASH_OUT, Exchange
from countroom.ledger.v1.money_pb2 import Posting

from services.cashier.domain.exchange_rate import rate_of, rounded, rounding_of
from services.kernel.house import House
from services.kernel.money import move, turned_round

OUTSTANDING = "chips_outstanding/cashier"


def exchange_postings(exchange: Exchange, house: House) -> tuple[Posting, ...]:
    """Return what a completed exchange moves, in the casino's currency and a foreign one's."""
    return _moves(exchange, house.terms.currency) + _rounding(exchange, 1, house)


def reversal_postings(exchange: Exchange, house: House) -> tuple[Posting, ...]:
    """Return what undoes an exchange.

    What it moved is turned round. What its rounding had left is taken back out of what is left by
    all, and a whole unit of rounding goes back only where that falls below zero.
    """
    moves = turned_round(_moves(exchange, house.terms.currency))
    return moves + _rounding(exchange, -1, house)


def _moves(exchange: Exchange, currency: str) -> tuple[Posting, ...]:
    chips, cash_at_desk = exchange.chips_minor, f"cage_cash/{exchange.desk_id}"
    chips_at_desk = f"cage_chips/{exchange.desk_id}"
    if exchange.direction == DIRECTION_CASH_OUT:
        return move(cash_at_desk, OUTSTANDING, chips, currency) + move(
            "chip_inventory", chips_at_desk, chips, currency
        )
    chips_out = move(chips_at_desk, "chip_inventory", chips, currency)
    payment = exchange.payment
    if payment.HasField("cash"):
        return move(OUTSTANDING, cash_at_desk, chips, currency) + chips_out
    if payment.HasField("cheque"):
        return move(OUTSTANDING, "cheques_receivable", chips, currency) + chips_out
    paid = payment.foreign_cash
    position = f"currency_position/{paid.currency}"
    taken_in = move(position, cash_at_desk, paid.amount_minor, paid.currency)
    return taken_in + move(OUTSTANDING, position, chips, currency) + chips_out


def _rounding(exchange: Exchange, sign: int, house: House) -> tuple[Posting, ...]:
    """Return the whole units that this exchange's fraction fills up; it is carried until then."""
    if not exchange.HasField("rate"):
        return ()
    currency = exchange.payment.foreign_cash.currency
    whole, _ = rounded(rate_of(currency, house).left, sign * rounding_of(exchange))
    return move("rounding", f"currency_position/{currency}", whole, house.terms.currency)
