"""Sentences: what a watch found, in words that a person understands, with the figures."""

from collections.abc import Sequence
from typing import Final

from services.kernel.house import CasinoTerms
from services.kernel.money import Exact
from services.rulebook.watch_rule import WatchRule
from services.streams.projections.exchange import CASH_OUT, PURCHASE
from services.streams.watches.deal import Deal

_DIRECTIONS: Final = {PURCHASE: "purchases", CASH_OUT: "cash-outs"}
_WINDOWS: Final = {"24_hours": "24 hours", "7_days": "7 days"}


def sentence(rule: WatchRule, terms: CasinoTerms, window: str, evidence: Sequence[Deal]) -> str:
    """Return the rule's sentence with its figures; an unknown placeholder is a KeyError."""
    amounts = [deal.amount for deal in evidence]
    text = rule.sentence.format(
        direction=_DIRECTIONS[evidence[0].direction],
        count=len(evidence),
        days=len({deal.gaming_day for deal in evidence}),
        total=in_words(sum(amounts), terms),
        least=in_words(min(amounts), terms),
        greatest=in_words(max(amounts), terms),
        limit=in_words(terms.identification_limit_minor, terms),
        window=_WINDOWS.get(rule.window, window),
    )
    return text[:1].upper() + text[1:]


def in_words(amount: Exact, terms: CasinoTerms) -> str:
    """Return an amount as text, rounded down to the minor unit, e.g. "MTL 1,990.000"."""
    major, minor = divmod(amount.numerator // amount.denominator, terms.minor_per_major)
    places = len(str(terms.minor_per_major)) - 1
    return f"{terms.currency} {major:,}" + (f".{minor:0{places}d}" if places else "")
