"""What a cash-out must show to be winnings, and chips that nobody bought (M46.3)."""

from services.cashier.domain.money_words import in_words
from services.cashier.domain.refusals import CashierException
from services.cashier.domain.remarks import Remarks
from services.cashier.domain.standing import Standing
from services.kernel.house import House
from services.kernel.money import Exact


def winnings_to_show(total_cash_outs: Exact, before: Standing, house: House) -> int | None:
    """Return what the session's purchases do not explain of its cash-outs, in minor units.

    None while the cash-outs are not over the limit. What is left of a minor unit is rounded up: it
    is not explained either.
    """
    if total_cash_outs <= house.terms.identification_limit_minor:
        return None
    unexplained = total_cash_outs - before.purchases.total
    return max(0, -(-unexplained.numerator // unexplained.denominator))


def flag_unexplained(
    winnings_minor: int | None, before: Standing, house: House, remarks: Remarks
) -> None:
    """Record a cash-out over the limit by a person who was never seen to buy chips."""
    if winnings_minor is not None and before.purchases_made == 0:
        remarks.flag(
            CashierException.UNEXPLAINED_CHIPS,
            "M46.3",
            f"The person cashed in {in_words(winnings_minor, house)} in this patron session and is "
            "not known to have bought any chips. Find whose they were, or how they were won.",
        )
