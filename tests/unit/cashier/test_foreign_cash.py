"""Foreign cash for chips: the rate that applies, both currencies' entries, and rounding kept."""

from datetime import timedelta

import pytest

from services.cashier.domain.refusals import CashierRefusal
from services.kernel.refusal import Refused
from tests.paper_cage import PaperCage, flags, foreign, last, notices

POSITION = "currency_position/GBP"


@pytest.fixture
def cage():
    cage = PaperCage()
    cage.set_rate("GBP", (16, 25), (13, 20))
    return cage


def refusal(told):
    with pytest.raises(Refused) as refused:
        told()
    return refused.value.reason


def test_each_currency_has_its_own_entries(cage):
    """The pounds go into the desk, and the position holds what was given for them."""
    sold = cage.sell("p-1", foreign("GBP", 10_000))

    assert [
        (POSITION, -10_000, "GBP"),
        ("cage_cash/desk-1", 10_000, "GBP"),
        ("chips_outstanding/cashier", -64_000, "MTL"),
        (POSITION, 64_000, "MTL"),
        ("cage_chips/desk-1", -64_000, "MTL"),
        ("chip_inventory", 64_000, "MTL"),
    ] == [(p.account, p.amount_minor, p.currency) for p in sold.facts[-1].postings]
    assert (16, 25) == (last(sold).exchange.rate.numerator, last(sold).exchange.rate.denominator)


def test_what_rounding_leaves_is_posted_when_it_makes_a_mil(cage):
    """One penny is 6.4 mils: the fractions of three make the first whole mil."""
    for posted in (0, 0, -1, -1, -2):
        cage.sell("p-1", foreign("GBP", 1))

        assert posted == cage.balance("rounding")
    assert 5 * 6 + 2 == cage.balance(POSITION)


def test_a_reversal_takes_its_rounding_back(cage):
    """After everything is undone, nothing is left on any account of it."""
    sold = [cage.sell("p-1", foreign("GBP", 1)) for _ in range(3)]
    for made in sold:
        cage.ask_reversal("p-1", made)
        cage.approve_reversal("p-1", made)

    assert (0, 0, 0) == (
        cage.balance("rounding"),
        cage.balance(POSITION),
        cage.balance(POSITION, "GBP"),
    )
    assert 0 == cage.house.stream("exchange_rate/GBP").left


@pytest.mark.parametrize("after", [False, True])
def test_without_any_rate_the_amount_is_not_known(cage, after):
    """No rate in force and none applied: refused, before and after the fact."""
    cage.at += timedelta(days=30)

    assert refusal(lambda: cage.sell("p-1", foreign("GBP", 100), after=after)) is (
        CashierRefusal.RATE_NOT_IN_FORCE
    )
    assert refusal(lambda: cage.sell("p-1", foreign("USD", 100), after=after)) is (
        CashierRefusal.RATE_NOT_IN_FORCE
    )


def test_before_the_fact_nobody_applies_a_rate_of_his_own(cage):
    """The rate in force is the only one."""
    assert refusal(lambda: cage.sell("p-1", foreign("GBP", 100, (16, 25)))) is (
        CashierRefusal.RATE_NOT_TO_BE_APPLIED
    )


def test_an_offline_desks_rate_is_used_and_held_against_the_one_in_force(cage):
    """The same rate passes, another is an exception, and so is one where none was in force."""
    same = cage.sell("p-1", foreign("GBP", 10_000, (64, 100)), after=True)
    other = cage.sell("p-1", foreign("GBP", 10_000, (1, 2)), after=True)
    none = cage.sell("p-1", foreign("USD", 10_000, (2, 5)), after=True)

    assert [64_000, 50_000, 40_000] == [last(d).exchange.chips_minor for d in (same, other, none)]
    assert [[], [("rate_differs", "M41")], [("rate_differs", "M41")]] == [
        flags(d) for d in (same, other, none)
    ]


@pytest.mark.parametrize("applied", [(0, 1), (-1, 2), (1, -2)])
def test_an_applied_rate_is_above_zero(cage, applied):
    """A rate that is none is refused even after the fact."""
    assert refusal(lambda: cage.sell("p-1", foreign("GBP", 100, applied), after=True)) is (
        CashierRefusal.RATE_NOT_POSITIVE
    )


def test_what_no_int64_holds_is_refused(cage):
    """An absurd amount at an absurd rate is no event."""
    absurd = foreign("KWD", 10**15, (10**9, 1))

    assert refusal(lambda: cage.sell("p-1", absurd, after=True)) is (
        CashierRefusal.AMOUNT_OUT_OF_RANGE
    )


def test_a_currency_without_minor_units_is_valued_by_its_major(cage):
    """A thousand yen at 0.0031 is 3.100 liri."""
    cage.set_rate("JPY", (31, 10_000))

    assert 3_100 == last(cage.sell("p-1", foreign("JPY", 1_000))).exchange.chips_minor


def test_foreign_cash_worth_less_than_a_mil_buys_nothing(cage):
    """Refused before; recorded after, with its worth carried."""
    cage.set_rate("ITL", (1, 4_300))

    assert refusal(lambda: cage.sell("p-1", foreign("ITL", 4))) is (
        CashierRefusal.AMOUNT_NOT_POSITIVE
    )
    told = cage.sell("p-1", foreign("ITL", 4), after=True)
    assert (["amount_is_zero"], 0) == (notices(told), last(told).exchange.chips_minor)
    assert 4 == cage.balance("cage_cash/desk-1", "ITL")


@pytest.mark.obligation("M46.4")
def test_a_total_that_no_fraction_holds_is_rounded_up(cage):
    """Odd rates of two currencies still give a total, and the same answer about the limit."""
    cage.set_rate("USD", (1, 10**9 + 7))
    cage.set_rate("DEM", (1, 10**9 + 9))
    cage.sell("p-1", 1_999_999)
    cage.sell("p-1", foreign("USD", 7), after=True)
    told = cage.sell("p-1", foreign("DEM", 7), after=True)

    total = last(told).exchange.session_total_minor
    assert (2_000_000, 1) == (total.numerator, total.denominator)
    assert [] == flags(told)
