"""What an exchange is worth: chips in whole minor units, and the exact amount held to the limit."""

from typing import NamedTuple

from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1.exchange_pb2 import (
    DIRECTION_CASH_OUT,
    DIRECTION_PURCHASE,
    Exchange,
    ForeignCashPayment,
)
from countroom.ledger.v1.money_pb2 import Ratio

from services.cashier.domain.amounts import MOST_INT64, require_amount, require_foreign
from services.cashier.domain.foreign_cash import rate_to_apply, worth_of
from services.cashier.domain.refusals import CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.house import House
from services.kernel.money import Exact, house_keeps_fraction
from services.kernel.refusal import Refused


class ExchangeTerms(NamedTuple):
    """The exchange as far as its command says it, and its exact worth in minor units.

    `waited_for` is the provision for whose document it waited until now.
    """

    exchange: Exchange
    worth: Exact
    waited_for: str = ""


def purchase_terms(command: c.SellChips, house: House, remarks: Remarks) -> ExchangeTerms:
    """Value what is given for chips; refuse what is no amount, no currency, or has no rate."""
    payment, rate = command.payment, None
    match payment.WhichOneof("instrument"):
        case "cash":
            worth: Exact = payment.cash.amount_minor
        case "cheque":
            worth = payment.cheque.amount_minor
        case "foreign_cash":
            at_seconds = command.header.occurred_at.seconds
            worth, rate = _foreign(payment.foreign_cash, at_seconds, house, remarks)
        case _:
            text = "The exchange does not say what is paid. Give cash, foreign cash or a cheque."
            raise Refused(CashierRefusal.INSTRUMENT_NOT_SAID, text)
    chips_minor = house_keeps_fraction(worth)
    require_amount(chips_minor, house, remarks)
    exchange = _begun(command, chips_minor, worth)
    exchange.direction = DIRECTION_PURCHASE
    exchange.payment.CopyFrom(payment)
    if rate is not None:
        exchange.rate.CopyFrom(rate)
    return ExchangeTerms(exchange, worth)


def cash_out_terms(command: c.RedeemChips, house: House, remarks: Remarks) -> ExchangeTerms:
    """Value chips handed in; refuse what is no amount."""
    chips_minor = command.chips_minor
    if command.payout.WhichOneof("instrument") is None:
        text = "The exchange does not say what is paid out. Give cash."
        raise Refused(CashierRefusal.INSTRUMENT_NOT_SAID, text)
    require_amount(chips_minor, house, remarks)
    exchange = _begun(command, chips_minor, chips_minor)
    exchange.direction = DIRECTION_CASH_OUT
    exchange.payout.CopyFrom(command.payout)
    return ExchangeTerms(exchange, chips_minor)


def write_total(exchange: Exchange, total: Exact) -> None:
    """Write the session's total into an exchange that is being made.

    Exact, except where odd rates of several currencies make a fraction that no int64 holds: then
    rounded up to a whole minor unit, which is over the limit exactly when the total is.
    """
    numerator, denominator = total.numerator, total.denominator
    if numerator > MOST_INT64 or denominator > MOST_INT64:
        numerator, denominator = -(-numerator // denominator), 1
    written = exchange.session_total_minor
    written.numerator, written.denominator = numerator, denominator


def _begun(command: c.SellChips | c.RedeemChips, chips_minor: int, worth: Exact) -> Exchange:
    """Return what both directions say; field by field, in half of the time of a nested call."""
    exchange = Exchange(
        exchange_id=command.header.command_id,
        desk_id=command.desk_id,
        person=command.person,
        chips_minor=chips_minor,
    )
    exact_minor = exchange.exact_minor
    exact_minor.numerator, exact_minor.denominator = worth.numerator, worth.denominator
    if command.references:
        _require_once(command)
        exchange.references.extend(command.references)
    return exchange


def _require_once(command: c.SellChips | c.RedeemChips) -> None:
    names = [reference.name for reference in command.references]
    if len(set(names)) < len(names):
        text = "A reference's name stands twice. Give each name once."
        raise Refused(CashierRefusal.NAMED_TWICE, text, names=", ".join(names))


def _foreign(
    paid: ForeignCashPayment, at_seconds: int, house: House, remarks: Remarks
) -> tuple[Exact, Ratio]:
    require_foreign(paid.currency, house)
    require_amount(paid.amount_minor, house, remarks)
    rate = rate_to_apply(paid, at_seconds, house, remarks)
    return worth_of(paid, rate, house.terms.minor_per_major), rate
