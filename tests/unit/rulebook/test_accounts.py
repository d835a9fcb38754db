"""The chart of accounts: every account has an owner, a side, and a floor or none."""

import pytest

from services.rulebook.accounts import CHART, AccountKind, UnknownAccount, parse_chart

LINE = """[[account]]
pattern = "till"
owner = "cashier"
kind = "{kind}"
may_be_negative = false
text = "A till."
"""


@pytest.mark.parametrize(
    ("account", "pattern", "kind"),
    [
        ("cage_cash/desk-1", "cage_cash/*", AccountKind.ASSET),
        ("vault_cash", "vault_cash", AccountKind.ASSET),
        ("chips_outstanding/cashier", "chips_outstanding/cashier", AccountKind.LIABILITY),
        ("variance/chips", "variance/chips", AccountKind.EXPENSE),
        ("currency_position/GBP", "currency_position/*", AccountKind.CONTRA),
    ],
)
def test_an_account_is_found_by_its_pattern(account, pattern, kind):
    """A desk's account is found by the pattern of all desks, the others by their name."""
    entry = CHART.entry(account)

    assert (pattern, kind, "cashier") == (entry.pattern, entry.kind, entry.owner)


@pytest.mark.parametrize(
    "account",
    ["", "cage_cash", "cage_cash/", "cage_cash/*", "cage_cash/a/b", "petty_cash", "rounding/x"],
)
def test_an_account_that_is_not_in_the_chart_is_unknown(account):
    """Nothing is posted to a name that nobody answers for."""
    with pytest.raises(UnknownAccount):
        CHART.entry(account)


@pytest.mark.obligation("M41.b.ii")
@pytest.mark.parametrize(
    ("account", "held_to"),
    [
        ("chips_outstanding/cashier", -1),
        ("cage_cash/desk-1", 1),
        ("chip_inventory", 0),
        ("variance/cash", 0),
    ],
)
def test_a_liability_stays_below_zero_and_an_asset_above(account, held_to):
    """The chart says on which side of zero a balance must stay, or that it may stand on either."""
    assert held_to == CHART.held_to(account)


def test_a_line_of_an_unknown_kind_or_key_is_refused():
    """A typo in the chart stops the program before anything is posted."""
    with pytest.raises(ValueError, match="assset"):
        parse_chart(LINE.format(kind="assset"))
    with pytest.raises(TypeError, match="ownr"):
        parse_chart(LINE.format(kind="asset") + 'ownr = "x"\n')


def test_an_account_stands_once():
    """Two lines for one account are refused."""
    with pytest.raises(ValueError, match="till"):
        parse_chart(LINE.format(kind="asset") * 2)
