"""No account gives what it has not got: refused before it is given, an exception afterwards."""

from collections.abc import Iterable

from countroom.ledger.v1.money_pb2 import Posting

from services.cashier.domain.money_words import in_words
from services.cashier.domain.refusals import CashierException, CashierRefusal
from services.cashier.domain.remarks import Remarks
from services.kernel.house import House
from services.rulebook.accounts import CHART, AccountKind

_AT_A_DESK = {
    "cage_cash": CashierRefusal.DESK_CASH_INSUFFICIENT,
    "cage_chips": CashierRefusal.DESK_CHIPS_INSUFFICIENT,
}


def require_covered(postings: Iterable[Posting], house: House, remarks: Remarks) -> None:
    """Hold postings against the balances as they stand (M41.b.ii, M41.b.iii).

    What a desk would hand out and has not got is refused. Any other account that falls to the wrong
    side of zero is an exception when it does, and not again while it stays there.
    """
    for posting in postings:
        account, amount_minor = posting.account, posting.amount_minor
        sign = CHART.held_to(account)
        if sign * amount_minor >= 0:
            continue
        balance_minor = house.balance_minor(account, posting.currency)
        if sign * (balance_minor + amount_minor) >= 0:
            continue
        if account.partition("/")[0] in _AT_A_DESK:
            _refuse(posting, balance_minor, house, remarks)
        elif sign * balance_minor >= 0:
            _flag(posting, balance_minor, house, remarks)


def _refuse(posting: Posting, balance_minor: int, house: House, remarks: Remarks) -> None:
    kind, _, desk_id = posting.account.partition("/")
    holds = in_words(balance_minor, house, posting.currency)
    gives = in_words(-posting.amount_minor, house, posting.currency)
    remarks.refuse_or_flag(
        house,
        _AT_A_DESK[kind],
        "M41.b.iii",
        f"Desk {desk_id} holds {holds} on {posting.account} and would give {gives}. "
        "Send the patron to another desk, or close this one and open it with a larger float.",
        desk_id=desk_id,
        currency=posting.currency,
        balance_minor=balance_minor,
        amount_minor=-posting.amount_minor,
    )


def _flag(posting: Posting, balance_minor: int, house: House, remarks: Remarks) -> None:
    entry = CHART.entry(posting.account)
    held = in_words(entry.sign * balance_minor, house, posting.currency)
    gives = in_words(abs(posting.amount_minor), house, posting.currency)
    remarks.flag(
        CashierException.NEGATIVE_BALANCE,
        "M41.b.ii" if entry.kind is AccountKind.LIABILITY else "M41.b.iii",
        f"{posting.account} is at {held} and gives {gives}: it falls below zero. "
        "Find what was never entered, e.g. an opening balance.",
    )
