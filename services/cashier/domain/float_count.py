"""A counted float: cash by currency and chips, as a desk is opened and closed with."""

from collections.abc import Iterable, Sequence
from itertools import chain

from countroom.ledger.v1.money_pb2 import Money, Posting

from services.cashier.domain.amounts import require_currency, require_in_range
from services.cashier.domain.refusals import CashierRefusal
from services.kernel.house import House
from services.kernel.money import move
from services.kernel.refusal import Refused


def require_countable(cash: Sequence[Money], chips_minor: int, house: House) -> None:
    """Refuse a count with a currency that is unknown or named twice, or an amount below zero."""
    for money in cash:
        require_currency(money.currency, house)
        require_in_range(money.amount_minor)
    require_in_range(chips_minor)
    if len({money.currency for money in cash}) < len(cash):
        raise Refused(
            CashierRefusal.NAMED_TWICE,
            "A currency stands twice in the count. Add its amounts up and give it once.",
            currencies=", ".join(money.currency for money in cash),
        )


def from_vault(
    desk_id: str, cash: Iterable[Money], chips_minor: int, currency: str
) -> tuple[Posting, ...]:
    """Return the postings that bring a float from the vault to a desk."""
    to_desk, chips_to_desk = f"cage_cash/{desk_id}", f"cage_chips/{desk_id}"
    moves = [move("vault_cash", to_desk, m.amount_minor, m.currency) for m in cash]
    moves.append(move("vault_chips", chips_to_desk, chips_minor, currency))
    return tuple(chain.from_iterable(moves))


def to_vault(
    desk_id: str, cash: Iterable[Money], chips_minor: int, currency: str
) -> tuple[Posting, ...]:
    """Return the postings that bring what a desk holds back to the vault."""
    at_desk, chips_at_desk = f"cage_cash/{desk_id}", f"cage_chips/{desk_id}"
    moves = [move(at_desk, "vault_cash", m.amount_minor, m.currency) for m in cash]
    moves.append(move(chips_at_desk, "vault_chips", chips_minor, currency))
    return tuple(chain.from_iterable(moves))


def variances(
    desk_id: str, cash_variance: Iterable[Money], chips_variance_minor: int, currency: str
) -> tuple[Posting, ...]:
    """Return the postings that bring the book to the count: what is missing is an expense."""
    at_desk, chips_at_desk = f"cage_cash/{desk_id}", f"cage_chips/{desk_id}"
    moves = [move("variance/cash", at_desk, m.amount_minor, m.currency) for m in cash_variance]
    moves.append(move("variance/chips", chips_at_desk, chips_variance_minor, currency))
    return tuple(chain.from_iterable(moves))
