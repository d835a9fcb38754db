"""Payments for chips: what a patron puts on the desk, and what it is worth, exactly."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from countroom.cashier.v1.exchange_pb2 import (
    CashPayment,
    ChequeKind,
    ChequePayment,
    ChipPayment,
    ForeignCashPayment,
)
from countroom.ledger.v1.money_pb2 import Ratio

MINOR_PER_MAJOR: Final = 1_000
"""Mils in a lira."""
FOREIGN_MINOR_PER_MAJOR: Final = 100
"""Pence, pfennige and cents in theirs."""

BUYING: Final = {
    "GBP": Ratio(numerator=16, denominator=25),
    "DEM": Ratio(numerator=2153, denominator=10_000),
    "USD": Ratio(numerator=389, denominator=1_000),
}
"""Liri given for one of the foreign currency; pfennige do not come out in whole mils."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What is handed over, its instrument's name, its exact worth in mils, and the cash it is."""

    message: ChipPayment
    instrument: str
    worth: Fraction
    cash: tuple[str, int] | None
    """Currency and minor units that come into the desk; None for a cheque."""

    @property
    def chips_minor(self) -> int:
        """Return the chips given for it: what is left of a mil stays with the house."""
        return self.worth.numerator // self.worth.denominator


def in_cash(major: int) -> Payment:
    """Return so many liri in cash."""
    amount_minor = major * MINOR_PER_MAJOR
    message = ChipPayment(cash=CashPayment(amount_minor=amount_minor))
    return Payment(message, "cash", Fraction(amount_minor), ("MTL", amount_minor))


def in_foreign_cash(currency: str, major: int, applied: Ratio | None = None) -> Payment:
    """Return so much of a foreign currency; `applied` is the rate that an offline desk took."""
    amount_minor, rate = major * FOREIGN_MINOR_PER_MAJOR, applied or BUYING[currency]
    message = ChipPayment(
        foreign_cash=ForeignCashPayment(
            currency=currency, amount_minor=amount_minor, applied_rate=applied
        )
    )
    worth = Fraction(major * rate.numerator * MINOR_PER_MAJOR, rate.denominator)
    return Payment(message, "foreign_cash", worth, (currency, amount_minor))


def by_cheque(major: int, number: str) -> Payment:
    """Return a cheque for so many liri."""
    amount_minor = major * MINOR_PER_MAJOR
    message = ChipPayment(
        cheque=ChequePayment(
            amount_minor=amount_minor,
            kind=ChequeKind.CHEQUE_KIND_CHEQUE,
            institution="Example Bank",
            cheque_number=number,
        )
    )
    return Payment(message, "cheque", Fraction(amount_minor), None)
