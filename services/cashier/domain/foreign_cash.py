"""Foreign cash: the rate that applies to it, and its exact worth, unrounded (M46.1)."""

from fractions import Fraction

from countroom.cashier.v1.exchange_pb2 import ForeignCashPayment
from countroom.ledger.v1.money_pb2 import Ratio

from services.cashier.domain.amounts import MOST_INT64
from services.cashier.domain.exchange_rate import rate_of
from services.cashier.domain.refusals import CashierException, CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.house import House
from services.kernel.money import Exact, exact, ratio, whole_where_it_is
from services.kernel.refusal import Refused
from services.rulebook.currency import MINOR_PER_MAJOR


def rate_to_apply(
    paid: ForeignCashPayment, at_seconds: int, house: House, remarks: Remarks
) -> Ratio:
    """Return the rate in force; of what an offline desk did, the rate that it applied.

    A rate that was applied and is not the one in force is an exception (M41). Without any rate the
    amount is not known, and the command is refused even after the fact.
    """
    in_force = rate_of(paid.currency, house).buy_at(at_seconds)
    if paid.HasField("applied_rate"):
        return _applied(paid, in_force, house, remarks)
    if in_force is None:
        told = " Give the applied_rate of the desk." if house.is_after else ""
        raise Refused(
            CashierRefusal.RATE_NOT_IN_FORCE,
            f"{paid.currency} has no rate in force at that moment. Set one first.{told}",
            currency=paid.currency,
            at_seconds=at_seconds,
        )
    return ratio(in_force)


def worth_of(paid: ForeignCashPayment, rate: Ratio, minor_per_major: int) -> Exact:
    """Return what foreign cash is worth at a rate, exactly, in the casino's minor units."""
    foreign_minor_per_major = MINOR_PER_MAJOR[paid.currency]
    worth = whole_where_it_is(
        Fraction(
            paid.amount_minor * rate.numerator * minor_per_major,
            rate.denominator * foreign_minor_per_major,
        )
    )
    if max(worth.numerator, worth.denominator) > MOST_INT64:
        raise Refused(
            CashierRefusal.AMOUNT_OUT_OF_RANGE,
            f"{paid.currency} {paid.amount_minor} minor units at {rate.numerator}/"
            f"{rate.denominator} is beyond what the ledger holds. Check the amount and the rate.",
            currency=paid.currency,
            amount_minor=paid.amount_minor,
        )
    return worth


def _applied(
    paid: ForeignCashPayment, in_force: Exact | None, house: House, remarks: Remarks
) -> Ratio:
    applied = paid.applied_rate
    if not house.is_after:
        raise Refused(
            CashierRefusal.RATE_NOT_TO_BE_APPLIED,
            f"The rate in force is applied to {paid.currency}. Leave applied_rate out; it is only "
            "for what a desk did while it was offline.",
            currency=paid.currency,
        )
    if min(applied.numerator, applied.denominator) < 1:
        text = f"The rate applied to {paid.currency} must be above zero. Give one such as 16/25."
        raise Refused(CashierRefusal.RATE_NOT_POSITIVE, text, currency=paid.currency)
    if in_force != exact(applied):
        found = "none" if in_force is None else f"{in_force}"
        remarks.flag(
            CashierException.RATE_DIFFERS,
            "M41",
            f"{paid.currency} was exchanged at {exact(applied)}; in force was {found}.",
        )
    return applied
