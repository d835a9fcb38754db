"""Patrons' receipts: 1, 2, 3 at each desk, through shifts, without a gap or a repeat."""

import pytest
from countroom.ledger.v1.money_pb2 import Money

from tests.paper_cage import PaperCage, last


@pytest.fixture
def cage():
    return PaperCage()


def numbers(*decisions):
    return [last(decision).exchange.receipt_number for decision in decisions]


def test_receipts_are_numbered_by_desk_whoever_the_patron_is(cage):
    """Each desk counts by itself, over all persons and both directions."""
    assert [1, 2, 1, 3] == numbers(
        cage.sell("p-1", 1_000),
        cage.sell("p-2", 1_000),
        cage.sell("p-1", 1_000, "desk-2"),
        cage.redeem("p-1", 500),
    )


def test_an_exchange_that_waits_takes_its_number_when_it_completes(cage):
    """A pending exchange has none; what completes meanwhile goes before it."""
    waiting = cage.sell("p-1", 2_000_001)
    between = cage.sell("p-2", 1_000)

    assert [0, 1, 2] == numbers(waiting, between, cage.complete("p-1", waiting, "doc-1"))


def test_numbers_go_on_in_the_next_shift(cage):
    """Closing and opening a desk does not begin again at one."""
    cage.sell("p-1", 1_000)
    held = Money(currency="MTL", amount_minor=cage.balance("cage_cash/desk-1"))
    cage.close_desk("desk-1", [held], cage.balance("cage_chips/desk-1"))
    cage.open_desk("desk-1")

    assert [2] == numbers(cage.sell("p-1", 1_000))
