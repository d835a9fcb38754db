"""A cage on paper: the cashier's deciders behind desks that are open, in a day's words."""

from datetime import datetime
from typing import Any

from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1 import exchange_pb2 as x
from countroom.ledger.v1.money_pb2 import Money, Ratio
from countroom.ledger.v1.person_pb2 import SealedParticulars

from services.cashier.domain.routes import CASHIER
from services.kernel.decider import Decision
from services.kernel.visits import entered, left, moved
from tests.given import EVENING, PaperBook, PaperHouse, header, sealed

PLENTY_MINOR = 10**12


def cash(amount_minor: int) -> x.ChipPayment:
    return x.ChipPayment(cash=x.CashPayment(amount_minor=amount_minor))


def cheque(
    amount_minor: int, kind: Any = x.ChequeKind.CHEQUE_KIND_CHEQUE, *, abroad: bool = False
) -> x.ChipPayment:
    paid = x.ChequePayment(
        amount_minor=amount_minor,
        kind=kind,
        institution="A Bank",
        drawn_abroad=abroad,
        cheque_number="100200",
    )
    return x.ChipPayment(cheque=paid)


def foreign(currency: str, amount_minor: int, applied: tuple[int, int] | None = None):
    paid = x.ForeignCashPayment(currency=currency, amount_minor=amount_minor)
    if applied:
        paid.applied_rate.CopyFrom(Ratio(numerator=applied[0], denominator=applied[1]))
    return x.ChipPayment(foreign_cash=paid)


class PaperCage:
    """Desks "desk-1" to "desk-3", opened from a vault that holds plenty; each call is a command."""

    def __init__(self, house: PaperHouse | None = None, desks: int = 3) -> None:
        self.book = PaperBook(CASHIER, house)
        self.house, self.at, self._number = self.book.house, EVENING, 0
        for account in ("vault_cash", "vault_chips"):
            self.enter_opening(account)
        self.enter_opening("chips_outstanding/cashier")
        for number in range(1, desks + 1):
            self.open_desk(f"desk-{number}")

    def header(self, actor: str = "cashier-1", *, after: bool = False):
        self._number += 1
        return header(self._number, actor, self.at, after=after)

    def enter_opening(self, account: str, amount_minor: int = PLENTY_MINOR, currency: str = "MTL"):
        balance = Money(currency=currency, amount_minor=amount_minor)
        command = c.EnterOpeningBalance(
            header=self.header(), account=account, balance=balance, basis="counted before"
        )
        return self.book.record(command)

    def open_desk(self, desk: str, cash_minor: int = PLENTY_MINOR // 10, **counted: int):
        float_cash = [Money(currency="MTL", amount_minor=cash_minor)]
        chips_minor = counted.get("chips_minor", PLENTY_MINOR // 10)
        command = c.OpenDesk(
            header=self.header(), desk_id=desk, cash=float_cash, chips_minor=chips_minor
        )
        return self.book.record(command)

    def close_desk(self, desk: str, cash: list[Money], chips_minor: int):
        command = c.CloseDesk(
            header=self.header(), desk_id=desk, cash=cash, chips_minor=chips_minor
        )
        return self.book.record(command)

    def sell(
        self,
        person: str,
        payment: int | x.ChipPayment,
        desk: str = "desk-1",
        document: str = "",
        *,
        after: bool = False,
    ) -> Decision[Any]:
        command = self.sale(person, payment, desk, after=after)
        return self.book.record(command, self.produced(person, document))

    def sale(self, person: str, payment: int | x.ChipPayment, desk="desk-1", *, after=False):
        paid = cash(payment) if isinstance(payment, int) else payment
        return c.SellChips(
            header=self.header(after=after), desk_id=desk, person=person, payment=paid
        )

    def redeem(
        self,
        person: str,
        chips_minor: int,
        desk: str = "desk-1",
        document: str = "",
        *,
        after: bool = False,
    ) -> Decision[Any]:
        command = c.RedeemChips(
            header=self.header(after=after),
            desk_id=desk,
            person=person,
            chips_minor=chips_minor,
            payout=x.ChipPayout(cash=x.CashPayout()),
        )
        return self.book.record(command, self.produced(person, document))

    def complete(self, person: str, waiting: Decision[Any], document: str = "", *, after=False):
        command = c.CompleteExchange(
            header=self.header(after=after), person=person, exchange_id=exchange_id(waiting)
        )
        return self.book.record(command, self.produced(person, document))

    def abandon(
        self,
        person: str,
        waiting: Decision[Any],
        reason: Any = c.AbandonReason.ABANDON_REASON_NO_DOCUMENT,
    ):
        command = c.AbandonExchange(
            header=self.header(), person=person, exchange_id=exchange_id(waiting), reason=reason
        )
        return self.book.record(command)

    def ask_reversal(
        self,
        person: str,
        made: Decision[Any],
        caller: str = "desk-system-1",
        actor: str = "cashier-1",
    ):
        self.house.caller = caller
        command = c.RequestReversal(
            header=self.header(actor),
            person=person,
            exchange_id=exchange_id(made),
            reason="keyed twice",
        )
        return self.book.record(command)

    def approve_reversal(
        self,
        person: str,
        made: Decision[Any],
        caller: str = "chief-1",
        actor: str = "chief_cashier-1",
    ):
        self.house.caller = caller
        command = c.ApproveReversal(
            header=self.header(actor), person=person, exchange_id=exchange_id(made)
        )
        return self.book.record(command)

    def set_rate(self, currency: str, buy: tuple[int, int], sell: tuple[int, int] | None = None):
        bought, sold = buy, sell or buy
        command = c.SetExchangeRate(
            header=self.header(),
            currency=currency,
            buy=Ratio(numerator=bought[0], denominator=bought[1]),
            sell=Ratio(numerator=sold[0], denominator=sold[1]),
            valid_from_seconds=int(EVENING.timestamp()) - 3_600,
            valid_until_seconds=int(EVENING.timestamp()) + 86_400,
        )
        return self.book.record(command)

    def enters(self, person: str, day: str, at: datetime | None = None) -> None:
        """Let a person in, on a gaming day of the caller's reckoning."""
        self._move(person, entered, at or self.at, day)

    def leaves(self, person: str, day: str) -> None:
        self._move(person, left, self.at, day)

    def _move(self, person: str, find: Any, at: datetime, day: str) -> None:
        visits = self.house.visits(person)
        change = find(visits, int(at.timestamp()) * 1_000_000, day)
        self.house.visits_of[person] = moved(visits, change)

    def balance(self, account: str, currency: str = "MTL") -> int:
        return self.house.balance_minor(account, currency)

    @staticmethod
    def produced(person: str, document: str) -> SealedParticulars | None:
        return sealed(person, document) if document else None


def names(decision: Decision[Any]) -> list[str]:
    """Return what happened, in order, e.g. ["PatronSessionOpened", "ChipsSold"]."""
    return [type(fact.event).__name__ for fact in decision.facts]


def last(decision: Decision[Any]) -> Any:
    """Return the decision's last event: the exchange itself."""
    return decision.facts[-1].event


def exchange_id(decision: Decision[Any]) -> str:
    return last(decision).exchange.exchange_id


def flags(decision: Decision[Any]) -> list[tuple[str, str]]:
    """Return the exceptions as (reason, obligation)."""
    return [(note.reason, note.obligation) for note in decision.exceptions]


def notices(decision: Decision[Any]) -> list[str]:
    return [notice.code for notice in decision.notices]
