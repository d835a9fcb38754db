"""Money: exact amounts, one named rounding, movements that balance by construction."""

from fractions import Fraction

import pytest
from countroom.ledger.v1.money_pb2 import Posting, Ratio
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.money import (
    exact,
    house_keeps_fraction,
    is_balanced,
    move,
    ratio,
    turned_round,
    whole_where_it_is,
)

AMOUNTS = st.integers(-(10**15), 10**15)
POSITIVE = st.integers(1, 10**6)


@given(numerator=AMOUNTS, denominator=POSITIVE)
def test_a_ratio_comes_back_as_the_amount_it_was(numerator, denominator):
    """Nothing is lost between an exact amount and the message that carries it."""
    amount = exact(Ratio(numerator=numerator, denominator=denominator))

    assert amount == Fraction(numerator, denominator)
    assert amount == exact(ratio(amount))


@pytest.mark.parametrize(("amount", "kind"), [(Fraction(4, 2), int), (Fraction(1, 2), Fraction)])
def test_a_whole_amount_is_an_int(amount, kind):
    """The usual case stays a plain number."""
    assert kind is type(whole_where_it_is(amount))


@given(numerator=AMOUNTS, denominator=POSITIVE)
def test_the_house_keeps_less_than_one_minor_unit(numerator, denominator):
    """What is due to a patron is rounded down, by less than one."""
    amount = Fraction(numerator, denominator)

    assert 0 <= amount - house_keeps_fraction(amount) < 1


@given(amount_minor=AMOUNTS)
def test_a_movement_balances(amount_minor):
    """What one account gains the other gave, and nothing moves no line."""
    moved = move("vault_cash", "cage_cash/desk-1", amount_minor, "MTL")

    assert is_balanced(moved)
    assert (2 if amount_minor else 0) == len(moved)


@given(amount_minor=AMOUNTS)
def test_turned_round_undoes(amount_minor):
    """A movement and its reverse leave every account as it was."""
    moved = move("vault_cash", "cage_cash/desk-1", amount_minor, "MTL")
    gained = {"vault_cash": 0, "cage_cash/desk-1": 0}
    for posting in (*moved, *turned_round(moved)):
        gained[posting.account] += posting.amount_minor

    assert {0} == set(gained.values())


def test_each_currency_balances_by_itself():
    """A thousand of one currency does not make up for a thousand of another."""
    pounds = Posting(account="a", amount_minor=1_000, currency="GBP")
    lira = Posting(account="b", amount_minor=-1_000, currency="MTL")

    assert not is_balanced([pounds, lira])
