"""Currencies: into how many minor units each is divided."""

import pytest

from services.rulebook.currency import MINOR_PER_MAJOR, parse_currencies


@pytest.mark.parametrize(
    ("code", "minor"), [("MTL", 1_000), ("GBP", 100), ("USD", 100), ("JPY", 1), ("KWD", 1_000)]
)
def test_minor_units(code, minor):
    """The lira has mils, pounds have pence, and the yen has nothing smaller."""
    assert minor == MINOR_PER_MAJOR[code]


def test_every_minor_unit_is_a_power_of_ten():
    """Amounts can be written with decimal places."""
    assert set(MINOR_PER_MAJOR.values()) <= {1, 10, 100, 1_000, 10_000}
    assert all(len(code) == 3 and code.isupper() for code in MINOR_PER_MAJOR)


def test_a_currency_stands_once():
    """A code in two groups is refused."""
    group = '[[group]]\nminor_per_major = 100\nsource = "x"\ncodes = ["EUR"]\n'

    with pytest.raises(ValueError, match="EUR"):
        parse_currencies(group * 2)
