"""The table of instruments: what each word of a case is among the commands that exist.

A case for what has no command yet is skipped under the name of what is missing.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from countroom.cashier.v1 import exchange_pb2 as x

from services.rulebook.currency import MINOR_PER_MAJOR
from tests.oracles.verdict import Skipped
from tests.paper_cage import cash, cheque, foreign

MILS_PER_LIRA: Final = 1_000
MISSING: Final = (
    (r"non-negotiable|junket|under reg 25", "deposit and chips of a junket (M25.8, M25.9)"),
    (r"jackpot|hand.?pay|credit payment|promotional", "payment by hand of a machine (S10)"),
    (r"(credit|debit) card", "card payment for chips (M37.2)"),
    (
        r"tokens? for chips|chips? for (chips?|tokens?)|colou?r",
        "exchange of chips for chips (M46.2)",
    ),
    (r"casino cheque", "payout by casino cheque (M46.2)"),
    (r"transfer|deposit", "payment by transfer or deposit (M46.2)"),
)
MISSING_OF_PURCHASES: Final = ((r"\btable\b|drop box", "buy-in at a gaming table (Q-cash)"),)
_KNOWN: Final = re.compile(r"\b(cash|cheque|draft|notes?|coins?|chips?|tokens?)\b", re.IGNORECASE)
_REVERSAL_OF: Final = re.compile(r"(?:reversal|void) of \D*(\d+)", re.IGNORECASE)
_REVERSED: Final = re.compile(r"\b(reversed|voided)\b", re.IGNORECASE)
_CODE: Final = re.compile(r"\b[A-Z]{3}\b")
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Deal:
    """One exchange as commands can make it: a `payment` for chips, or else `chips_minor` for cash.

    `rate` is to be set first for `currency`. `reverses` is the place of an earlier exchange: then
    nothing else is made.
    """

    chips_minor: int = 0
    payment: x.ChipPayment | None = None
    currency: str = ""
    rate: tuple[int, int] = (0, 1)
    is_reversed: bool = False
    reverses: int | None = None


def deal_of(told: dict[str, Any], title: str) -> Deal | Skipped:
    """Return a case's exchange as a command can make it, or what is missing for it."""
    instrument, direction = told["instrument"], told["direction"]
    reversal = _REVERSAL_OF.search(instrument)
    if reversal:
        return Deal(reverses=int(reversal[1]))
    missing = MISSING if direction == "cashout" else MISSING + MISSING_OF_PURCHASES
    for pattern, name in missing:
        if re.search(pattern, instrument, re.IGNORECASE):
            return Skipped(name)
    is_reversed = _REVERSED.search(instrument) is not None
    if (direction not in {"buy", "cashout"} and not is_reversed) or not _KNOWN.search(instrument):
        return Skipped(f'command for "{instrument}" ({direction})')
    mils = Fraction(told["lm_exact"]) * MILS_PER_LIRA
    if direction != "cashout":
        return _purchase(mils, instrument, title, is_reversed=is_reversed)
    if mils.denominator != 1:
        return Skipped("payout in foreign money")
    return Deal(chips_minor=int(mils), is_reversed=is_reversed)


def _purchase(mils: Fraction, instrument: str, title: str, *, is_reversed: bool) -> Deal | Skipped:
    currency = _currency_in(instrument)
    if mils.denominator != 1:
        currency = currency or _currency_in(title) or "GBP"
    kind = instrument.lower()
    if currency and ("cheque" in kind or "draft" in kind):
        return Skipped("cheque in foreign money")
    if currency:
        amount_minor, rate = _amount_and_rate(mils, f"{instrument} {title}", currency)
        paid = foreign(currency, amount_minor)
        return Deal(payment=paid, currency=currency, rate=rate, is_reversed=is_reversed)
    if "draft" in kind:
        draft = x.ChequeKind.CHEQUE_KIND_BANK_DRAFT
        paid = cheque(int(mils), draft, abroad="foreign" in kind)
    elif "cheque" in kind:
        paid = cheque(int(mils), abroad="foreign" in kind)
    else:
        paid = cash(int(mils))
    return Deal(payment=paid, is_reversed=is_reversed)


def _currency_in(words: str) -> str:
    codes = (code for code in _CODE.findall(words) if code in MINOR_PER_MAJOR)
    return next((code for code in codes if code != "MTL"), "")


def _amount_and_rate(mils: Fraction, words: str, currency: str) -> tuple[int, tuple[int, int]]:
    """Return an amount and a rate that come to exactly these mils: the case's own, if it has them.

    Else as many units as the amount in liri has above the line, at one over what is below it.
    """
    lira, minor_per_major = mils * Fraction(1, MILS_PER_LIRA), MINOR_PER_MAJOR[currency]
    numbers = [Fraction(number.replace(",", "")) for number in _NUMBER.findall(words)]
    for amount in numbers:
        for rate in numbers:
            amount_minor = amount * minor_per_major
            if amount * rate == lira and amount_minor.denominator == 1 and amount > rate:
                return int(amount_minor), (rate.numerator, rate.denominator)
    return lira.numerator * minor_per_major, (1, lira.denominator)
