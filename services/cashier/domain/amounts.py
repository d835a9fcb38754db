"""Which amounts may stand in the book: above zero, of a known currency, and not beyond bounds."""

from typing import Final

from services.cashier.domain.refusals import CashierNotice, CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.house import House
from services.kernel.refusal import Refused
from services.rulebook.currency import MINOR_PER_MAJOR

MOST_MINOR: Final = 10**15
"""Most of one amount: what thousands of them come to still is an int64."""
MOST_INT64: Final = 2**63 - 1


def require_amount(amount_minor: int, house: House, remarks: Remarks) -> None:
    """Refuse an amount that is no exchange: none at all passes only where it has happened."""
    if 0 < amount_minor <= MOST_MINOR:
        return
    if amount_minor == 0 and house.is_after:
        text = "The exchange is recorded with nothing exchanged: its amount is zero."
        remarks.note(CashierNotice.AMOUNT_IS_ZERO, text)
        return
    if amount_minor > MOST_MINOR:
        require_in_range(amount_minor)
    raise Refused(
        CashierRefusal.AMOUNT_NOT_POSITIVE,
        f"The amount is {amount_minor} minor units; an exchange is of at least 1. Key it again.",
        amount_minor=amount_minor,
    )


def require_in_range(amount_minor: int) -> None:
    """Refuse a count below zero, or any amount that no desk ever holds."""
    if not 0 <= amount_minor <= MOST_MINOR:
        raise Refused(
            CashierRefusal.AMOUNT_OUT_OF_RANGE,
            f"{amount_minor} minor units is not from 0 to {MOST_MINOR}. Key the amount again.",
            amount_minor=amount_minor,
            most_minor=MOST_MINOR,
        )


def require_currency(currency: str, house: House) -> None:
    """Refuse a currency that is neither the casino's nor in the rulebook."""
    if currency != house.terms.currency and currency not in MINOR_PER_MAJOR:
        raise Refused(
            CashierRefusal.CURRENCY_UNKNOWN,
            f"{currency} is not in the rulebook's currencies. Give an ISO 4217 code that is.",
            currency=currency,
        )


def require_foreign(currency: str, house: House) -> None:
    """Refuse as foreign what is unknown, or the casino's own currency."""
    require_currency(currency, house)
    if currency == house.terms.currency:
        raise Refused(
            CashierRefusal.CURRENCY_NOT_FOREIGN,
            f"{currency} is the casino's own currency: it has no rate. Enter it as cash.",
            currency=currency,
        )
