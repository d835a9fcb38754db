"""What an account held before the book began: entered once, marked, and said where it is from."""

from typing import NamedTuple, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c

from services.cashier.domain.amounts import require_currency, require_in_range
from services.cashier.domain.events import Event
from services.cashier.domain.refusals import CashierRefusal
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.money import move
from services.kernel.refusal import Refused
from services.rulebook.accounts import CHART, AccountEntry, AccountKind, UnknownAccount


class OpeningBalance(NamedTuple):
    """The currencies in which an account's opening balance has been entered."""

    entered: frozenset[str] = frozenset()


def decide(
    opening: OpeningBalance, command: c.EnterOpeningBalance, house: House
) -> Decision[Event]:
    """Answer one command. The amount is on the account's own side: chips owed are above zero."""
    account, balance = command.account, command.balance
    entry = _entry(account)
    require_currency(balance.currency, house)
    if balance.currency != house.terms.currency and not entry.in_any_currency:
        raise Refused(
            CashierRefusal.ACCOUNT_TAKES_NO_OPENING,
            f"{account} is kept in {house.terms.currency} only. Give what it held in that.",
            account=account,
            currency=balance.currency,
        )
    if balance.currency in opening.entered:
        raise Refused(
            CashierRefusal.OPENING_ALREADY_ENTERED,
            f"{account} has its opening balance in {balance.currency}. It is entered once only.",
            account=account,
            currency=balance.currency,
        )
    if balance.amount_minor < 1:
        raise Refused(
            CashierRefusal.AMOUNT_NOT_POSITIVE,
            f"{account} would open with {balance.amount_minor} minor units. Give what it held, "
            "above zero: for an asset what was there, for a liability what was owed.",
            amount_minor=balance.amount_minor,
        )
    require_in_range(balance.amount_minor)
    entered = e.OpeningBalanceEntered(account=account, balance=balance, basis=command.basis)
    amount_minor = entry.sign * balance.amount_minor
    postings = move(entry.opens_against, account, amount_minor, balance.currency)
    return Decision((Fact(entered, postings),))


def evolve(opening: OpeningBalance, event: Event) -> OpeningBalance:
    """Take in one event."""
    match event:
        case e.OpeningBalanceEntered():
            return OpeningBalance(opening.entered | {event.balance.currency})
        case (
            e.DeskOpened()
            | e.DeskClosed()
            | e.PatronSessionOpened()
            | e.ChipsSold()
            | e.ChipsRedeemed()
            | e.IdentificationRequired()
            | e.IdentificationRecorded()
            | e.ExchangeAbandoned()
            | e.ReversalRequested()
            | e.ExchangeReversed()
            | e.PersonsLinked()
            | e.ExchangeRateSet()
        ):
            return opening
        case _:
            assert_never(event)


def _entry(account: str) -> AccountEntry:
    try:
        entry = CHART.entry(account)
    except UnknownAccount:
        raise Refused(
            CashierRefusal.ACCOUNT_UNKNOWN,
            f"{account} is not in the chart of accounts. Give one of the cashier's own.",
            account=account,
        ) from None
    if entry.owner != "cashier" or entry.kind not in {AccountKind.ASSET, AccountKind.LIABILITY}:
        raise Refused(
            CashierRefusal.ACCOUNT_TAKES_NO_OPENING,
            f"{account} takes no opening balance: only what the cashier holds or owes does.",
            account=account,
            kind=entry.kind,
        )
    return entry


opening_balance: Decider[OpeningBalance, c.EnterOpeningBalance, Event] = Decider(
    OpeningBalance(), decide, evolve
)
