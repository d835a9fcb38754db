"""Money as a person reads it in a refusal, a notice or an exception."""

from services.kernel.house import House
from services.kernel.money import Exact, house_keeps_fraction
from services.rulebook.currency import MINOR_PER_MAJOR


def in_words(amount_minor: Exact, house: House, currency: str = "") -> str:
    """Return an amount as text, e.g. "MTL 2,000.001"; the casino's currency where none is named.

    What is less than a minor unit is written out: "MTL 2,000.006 and 2/5 of a minor unit".
    """
    terms = house.terms
    if currency in {"", terms.currency}:
        currency, minor_per_major = terms.currency, terms.minor_per_major
    else:
        minor_per_major = MINOR_PER_MAJOR[currency]
    sign = "-" if amount_minor < 0 else ""
    size = max(amount_minor, -amount_minor)
    whole = house_keeps_fraction(size)
    left = size - whole
    major, minor = divmod(whole, minor_per_major)
    places = len(str(minor_per_major)) - 1
    decimals = f".{minor:0{places}d}" if places else ""
    fraction = f" and {left} of a minor unit" if left else ""
    return f"{currency} {sign}{major:,}{decimals}{fraction}"
