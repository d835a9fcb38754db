"""What an account held before the book: entered once, marked, on the account's own side."""

import pytest
from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.ledger.v1.money_pb2 import Money

from services.cashier.domain.opening_balance import opening_balance
from services.cashier.domain.refusals import CashierRefusal
from tests.given import Given, header

opening = Given(opening_balance)


def said(account="vault_cash", amount_minor=5_000, currency="MTL"):
    balance = Money(currency=currency, amount_minor=amount_minor)
    return {"account": account, "balance": balance, "basis": "count of 29 June"}


def enter(**changes):
    return c.EnterOpeningBalance(header=header(), **said(**changes))


def entered(**changes):
    return e.OpeningBalanceEntered(**said(**changes))


@pytest.mark.obligation("M41")
@pytest.mark.parametrize(
    ("account", "against", "gained"),
    [
        ("vault_cash", "opening_balance", 5_000),
        ("chips_outstanding/cashier", "opening_balance", -5_000),
        ("vault_chips", "chip_inventory", 5_000),
        ("cage_chips/desk-1", "chip_inventory", 5_000),
    ],
)
def test_it_is_posted_on_the_accounts_own_side(account, against, gained):
    """An asset gains, a liability is owed, and chips that the house holds are worth nothing."""
    opening.when(enter(account=account)).then(entered(account=account)).posting(
        (against, -gained), (account, gained)
    )


def test_it_is_entered_once_in_each_currency():
    """A second entry is refused, one in another currency is not."""
    past = opening.given(entered())

    past.when(enter(amount_minor=1)).then_refused(CashierRefusal.OPENING_ALREADY_ENTERED)
    past.when(enter(currency="GBP")).then(entered(currency="GBP")).posting(
        ("opening_balance", -5_000, "GBP"), ("vault_cash", 5_000, "GBP")
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"account": "petty_cash"}, CashierRefusal.ACCOUNT_UNKNOWN),
        ({"account": "rounding"}, CashierRefusal.ACCOUNT_TAKES_NO_OPENING),
        ({"account": "opening_balance"}, CashierRefusal.ACCOUNT_TAKES_NO_OPENING),
        ({"account": "chip_inventory"}, CashierRefusal.ACCOUNT_TAKES_NO_OPENING),
        ({"account": "vault_chips", "currency": "GBP"}, CashierRefusal.ACCOUNT_TAKES_NO_OPENING),
        ({"currency": "XXX"}, CashierRefusal.CURRENCY_UNKNOWN),
        ({"amount_minor": 0}, CashierRefusal.AMOUNT_NOT_POSITIVE),
        ({"amount_minor": -1}, CashierRefusal.AMOUNT_NOT_POSITIVE),
        ({"amount_minor": 10**15 + 1}, CashierRefusal.AMOUNT_OUT_OF_RANGE),
    ],
)
def test_refused(changes, reason):
    """Each rule turns down the entry that breaks it, and says which rule."""
    opening.when(enter(**changes)).then_refused(reason)
