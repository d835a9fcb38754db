"""Money is whole minor units. A fraction is exact, and is rounded once, by name."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from countroom.ledger.v1.money_pb2 import Posting, Ratio

Exact = int | Fraction
"""An exact amount in minor units: an int wherever nothing is left over."""


def exact(ratio: Ratio) -> Exact:
    """Return a ratio's value; raises ZeroDivisionError for a denominator of 0."""
    if ratio.denominator == 1:
        return ratio.numerator
    return whole_where_it_is(Fraction(ratio.numerator, ratio.denominator))


def whole_where_it_is(amount: Fraction) -> Exact:
    """Return an int for a fraction that is one, so that the usual case stays quick."""
    return amount.numerator if amount.denominator == 1 else amount


def ratio(amount: Exact) -> Ratio:
    """Return an exact amount as the message that carries it."""
    return Ratio(numerator=amount.numerator, denominator=amount.denominator)


def house_keeps_fraction(amount: Exact) -> int:
    """Return an amount due to a patron, rounded down; a loss of 0.5 is a loss of 1."""
    return amount.numerator // amount.denominator


def move(giver: str, taker: str, amount_minor: int, currency: str) -> tuple[Posting, ...]:
    """Return the two postings of one movement, balanced by construction; none of nothing."""
    if amount_minor == 0:
        return ()
    return (
        Posting(account=giver, amount_minor=-amount_minor, currency=currency),
        Posting(account=taker, amount_minor=amount_minor, currency=currency),
    )


def turned_round(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """Return the postings that undo these."""
    return tuple(
        Posting(account=p.account, amount_minor=-p.amount_minor, currency=p.currency)
        for p in postings
    )


def is_balanced(postings: Iterable[Posting]) -> bool:
    """Say whether the postings sum to zero in each currency."""
    totals: defaultdict[str, int] = defaultdict(int)
    for posting in postings:
        totals[posting.currency] += posting.amount_minor
    return not any(totals.values())
