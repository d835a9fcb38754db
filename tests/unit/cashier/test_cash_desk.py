"""A cash desk: on with a counted float from the vault, off with a count that goes back to it."""

import pytest
from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.ledger.v1.money_pb2 import Money

from services.cashier.domain.cash_desk import cash_desk
from services.cashier.domain.refusals import CashierRefusal
from tests.given import Given, PaperHouse, header
from tests.paper_cage import PaperCage, flags, foreign, last, notices

FLOAT = [Money(currency="MTL", amount_minor=500_000), Money(currency="GBP", amount_minor=20_000)]
OPENED = e.DeskOpened(desk_id="desk-1", cash=FLOAT, chips_minor=900_000, currency="MTL")


def vaulted(**changes):
    """Return a house whose vault holds enough for the float."""
    house = PaperHouse(**changes)
    for account, currency in (("vault_cash", "MTL"), ("vault_cash", "GBP"), ("vault_chips", "MTL")):
        house.balances[account, currency] = 10**9
    return house


def at_desk(**changes):
    return Given(cash_desk, vaulted(**changes))


def open_desk(actor="cashier-1", cash=FLOAT, chips_minor=900_000, *, after=False):
    return c.OpenDesk(
        header=header(actor=actor, after=after),
        desk_id="desk-1",
        cash=cash,
        chips_minor=chips_minor,
    )


def close_desk(cash=(), chips_minor=0, actor="cashier-1"):
    return c.CloseDesk(
        header=header(actor=actor), desk_id="desk-1", cash=cash, chips_minor=chips_minor
    )


@pytest.mark.obligation("S5")
def test_a_float_comes_from_the_vault():
    """Opening moves cash by currency, and chips, from the vault to the desk."""
    at_desk().when(open_desk()).then(OPENED).posting(
        ("vault_cash", -500_000),
        ("cage_cash/desk-1", 500_000),
        ("vault_cash", -20_000, "GBP"),
        ("cage_cash/desk-1", 20_000, "GBP"),
        ("vault_chips", -900_000),
        ("cage_chips/desk-1", 900_000),
    ).flagging().noticing()


def test_a_desk_may_open_with_nothing():
    """An empty float is a float."""
    opened = e.DeskOpened(desk_id="desk-1", currency="MTL")

    at_desk().when(open_desk(cash=[], chips_minor=0)).then(opened).posting()


@pytest.mark.obligation("M41.b.iii")
def test_a_float_that_the_vault_never_had_is_an_exception():
    """What was counted into the desk is there; that the vault falls below zero is for someone."""
    empty_vault = Given(cash_desk, PaperHouse())

    empty_vault.when(open_desk(chips_minor=0, cash=FLOAT[:1])).flagging(
        ("negative_balance", "M41.b.iii")
    )


@pytest.mark.obligation("S5")
def test_a_desk_is_opened_once():
    """An open desk is refused a second opening; told after the fact it is recorded and flagged."""
    at_desk().given(OPENED).when(open_desk()).then_refused(CashierRefusal.DESK_ALREADY_OPEN)
    at_desk(is_after=True).given(OPENED).when(open_desk()).then(OPENED).flagging(
        ("desk_already_open", "S5")
    )


@pytest.mark.obligation("M8")
def test_a_desk_is_opened_by_a_licensed_cashier():
    """Whoever has no licence as cashier in force is refused, and flagged if it was done."""
    command = open_desk(actor="porter-1")

    at_desk().when(command).then_refused(CashierRefusal.NOT_LICENSED)
    at_desk(is_after=True).when(command).then(OPENED).flagging(("not_licensed", "M8"))


@pytest.mark.parametrize(
    ("cash", "chips_minor", "reason"),
    [
        ([Money(currency="XXX", amount_minor=1)], 0, CashierRefusal.CURRENCY_UNKNOWN),
        ([Money(currency="MTL", amount_minor=-1)], 0, CashierRefusal.AMOUNT_OUT_OF_RANGE),
        ([Money(currency="MTL", amount_minor=10**15 + 1)], 0, CashierRefusal.AMOUNT_OUT_OF_RANGE),
        ([], -1, CashierRefusal.AMOUNT_OUT_OF_RANGE),
        (FLOAT[:1] * 2, 0, CashierRefusal.NAMED_TWICE),
    ],
)
@pytest.mark.parametrize("is_after", [False, True])
def test_what_is_no_count_is_refused(cash, chips_minor, reason, is_after):
    """An unknown currency, one named twice, or an amount below zero is never an event."""
    command = open_desk(cash=cash, chips_minor=chips_minor)

    at_desk(is_after=is_after).when(command).then_refused(reason)


@pytest.fixture
def cage():
    return PaperCage(desks=0)


@pytest.mark.obligation("M41.b.iii")
def test_a_count_that_agrees_goes_back_to_the_vault(cage):
    """Closing at the book's figures leaves the desk empty and no variance."""
    vault = cage.balance("vault_cash")
    cage.open_desk("desk-1", 500_000, chips_minor=900_000)
    cage.sell("p-1", 100_000)

    closed = cage.close_desk("desk-1", [Money(currency="MTL", amount_minor=600_000)], 800_000)

    assert (0, 0, vault + 100_000) == (
        cage.balance("cage_cash/desk-1"),
        cage.balance("cage_chips/desk-1"),
        cage.balance("vault_cash"),
    )
    assert ([], 0, []) == (list(last(closed).cash_variance), cage.balance("variance/cash"), [])
    assert ([], []) == (notices(closed), flags(closed))


@pytest.mark.obligation("M41.b.iii")
@pytest.mark.obligation("S5")
@pytest.mark.parametrize("found_minor", [-7, 7])
def test_a_variance_is_posted_on_its_own_line(cage, found_minor):
    """Missing money is the house's expense, money too much its opposite, and both are noticed."""
    cage.open_desk("desk-1", 500_000, chips_minor=900_000)
    counted = [Money(currency="MTL", amount_minor=500_000 + found_minor)]

    closed = cage.close_desk("desk-1", counted, 900_000 + found_minor)

    assert (found_minor, found_minor) == (
        last(closed).cash_variance[0].amount_minor,
        last(closed).chips_variance_minor,
    )
    assert (-found_minor, -found_minor, 0) == (
        cage.balance("variance/cash"),
        cage.balance("variance/chips"),
        cage.balance("cage_cash/desk-1"),
    )
    assert ["count_variance"] == notices(closed)


def test_foreign_cash_taken_in_is_counted_by_currency(cage):
    """A currency that came in over the shift and is not in the count is missing in full."""
    cage.open_desk("desk-1", 0, chips_minor=900_000)
    cage.set_rate("GBP", (16, 25))
    cage.sell("p-1", foreign("GBP", 10_000))

    closed = cage.close_desk("desk-1", [], cage.balance("cage_chips/desk-1"))

    assert [Money(currency="GBP", amount_minor=-10_000)] == list(last(closed).cash_variance)
    assert (10_000, 0) == (
        cage.balance("variance/cash", "GBP"),
        cage.balance("cage_cash/desk-1", "GBP"),
    )


def test_what_is_counted_and_was_never_booked_is_found_too_much(cage):
    """A currency that only the count knows is a variance too."""
    cage.open_desk("desk-1", 0, chips_minor=0)

    closed = cage.close_desk("desk-1", [Money(currency="USD", amount_minor=500)], 0)

    assert [Money(currency="USD", amount_minor=500)] == list(last(closed).cash_variance)
    assert 500 == cage.balance("vault_cash", "USD")


@pytest.mark.obligation("S5")
def test_a_desk_that_is_not_open_is_not_closed():
    """Closing it is refused; told after the fact the count is recorded and flagged."""
    closed = e.DeskClosed(desk_id="desk-1", currency="MTL")

    at_desk().when(close_desk()).then_refused(CashierRefusal.DESK_NOT_OPEN)
    at_desk(is_after=True).when(close_desk()).then(closed).flagging(("desk_not_open", "S5"))


@pytest.mark.obligation("M8")
def test_a_desk_is_closed_by_a_licensed_cashier():
    """Whoever has no licence as cashier in force may not close it."""
    command = close_desk(actor="porter-1")

    at_desk().given(OPENED).when(command).then_refused(CashierRefusal.NOT_LICENSED)


def test_waiting_exchanges_do_not_keep_a_desk_open(cage):
    """A desk closes over an exchange that waits, and opens again."""
    cage.open_desk("desk-1", 500_000, chips_minor=9_000_000)
    waiting = cage.sell("p-1", 2_000_001)
    cage.close_desk("desk-1", [Money(currency="MTL", amount_minor=500_000)], 9_000_000)
    cage.open_desk("desk-1", 500_000, chips_minor=9_000_000)

    assert "ChipsSold" == type(last(cage.complete("p-1", waiting, "doc-1"))).__name__
