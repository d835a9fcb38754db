"""Over the limit a cash-out is held against the person's purchases (M46.3)."""

import pytest

from tests.paper_cage import PaperCage, flags, foreign, last

pytestmark = pytest.mark.obligation("M46.3")
LIMIT = 2_000_000


@pytest.fixture
def cage():
    return PaperCage()


def shown(redeemed):
    event = last(redeemed)
    return event.winnings_to_show_minor if event.HasField("winnings_to_show_minor") else None


@pytest.mark.parametrize(
    ("bought", "cashed", "to_show"),
    [
        (500_000, 2_000_500, 1_500_500),
        (1_000_000, 2_600_000, 1_600_000),
        (2_000_000, 2_000_001, 1),
        (2_000_000, 2_000_000, None),
        (500_000, 400_000, None),
    ],
)
def test_what_purchases_do_not_explain_must_be_winnings(cage, bought, cashed, to_show):
    """A small purchase is found too; up to the limit nothing is to be shown."""
    cage.sell("p-1", bought)
    redeemed = cage.redeem("p-1", cashed, document="doc-1")

    assert (to_show, []) == (shown(redeemed), flags(redeemed))


def test_who_bought_more_than_he_cashes_has_nothing_to_show(cage):
    """It is never below zero."""
    cage.sell("p-1", 3_000_000, document="doc-1")

    assert 0 == shown(cage.redeem("p-1", 2_500_000, document="doc-1"))


@pytest.mark.obligation("M46.4")
def test_cash_outs_over_the_limit_together_are_held_against_all_purchases(cage):
    """The session's cash-outs count as one."""
    cage.sell("p-1", 300_000)

    assert [None, 1_900_000] == [
        shown(cage.redeem("p-1", 1_100_000, document="doc-1")) for _ in range(2)
    ]


def test_what_is_less_than_a_mil_is_not_explained_either(cage):
    """An unexplained fraction is rounded up."""
    cage.set_rate("GBP", (16, 25))
    cage.sell("p-1", foreign("GBP", 1))  # 6.4 mils

    assert LIMIT + 10 - 6 == shown(cage.redeem("p-1", LIMIT + 10, document="doc-1"))


@pytest.mark.parametrize("after", [False, True])
def test_chips_that_nobody_saw_bought_are_an_exception(cage, after):
    """Over the limit, and no purchase by the person in any session."""
    redeemed = cage.redeem("p-1", LIMIT + 1, document="doc-1", after=after)

    assert (LIMIT + 1, [("unexplained_chips", "M46.3")]) == (shown(redeemed), flags(redeemed))


def test_up_to_the_limit_nobody_asks_where_chips_are_from(cage):
    """The neighbour that passes: exactly the limit."""
    assert [] == flags(cage.redeem("p-1", LIMIT))


def test_a_purchase_of_another_day_is_a_purchase_found(cage):
    """Chips kept from an earlier visit are somebody's, but no purchase of today explains them."""
    cage.sell("p-1", 100_000)
    cage.at = cage.at.replace(month=7, day=3)
    redeemed = cage.redeem("p-1", LIMIT + 1, document="doc-1")

    assert (LIMIT + 1, []) == (shown(redeemed), flags(redeemed))


def test_another_persons_chips_are_unexplained(cage):
    """What somebody else bought explains nothing."""
    cage.sell("p-1", 3_000_000, document="doc-1")

    assert [("unexplained_chips", "M46.3")] == flags(cage.redeem("p-2", 3_000_000, document="d-2"))


def test_a_linked_tokens_purchases_explain(cage):
    """Who bought under another token bought all the same."""
    cage.sell("p-1", 500_000, document="doc-1")
    redeemed = cage.redeem("p-2", LIMIT + 1, document="doc-1")

    assert (1_500_001, []) == (shown(redeemed), flags(redeemed))


def test_a_reversed_purchase_explains_nothing(cage):
    """A purchase that was undone is none."""
    sold = cage.sell("p-1", 500_000)
    cage.ask_reversal("p-1", sold)
    cage.approve_reversal("p-1", sold)

    assert [("unexplained_chips", "M46.3")] == flags(
        cage.redeem("p-1", LIMIT + 1, document="doc-1")
    )
