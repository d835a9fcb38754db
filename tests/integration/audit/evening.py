"""One evening at two desks, past midnight: every kind of exchange that the questions tell apart."""

from typing import Any

from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1 import exchange_pb2 as x
from countroom.compliance.v1.compliance_events_pb2 import AlertRaised
from countroom.compliance.v1.watch_pb2 import Alert
from countroom.ledger.v1.event_pb2 import BookSequence
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader, Timing
from countroom.ledger.v1.money_pb2 import Money, Ratio
from google.protobuf.timestamp_pb2 import Timestamp

from tests.given import sealed
from tests.integration.audit.pages import CASINO, PaperCasino


class Evening(PaperCasino):
    """Amounts in mils; the limit is 2,000,000."""

    def header(
        self, *, after: bool = False, correlation: str = "", actor: str = "cashier-1"
    ) -> CommandHeader:
        return CommandHeader(
            command_id=self.next_id(),
            casino_id=CASINO,
            occurred_at=Timestamp(seconds=int(self.at.timestamp())),
            actor=Actor(employee_id=actor, terminal_id="till-1"),
            timing=Timing.TIMING_AFTER if after else Timing.TIMING_UNSPECIFIED,
            correlation_id=correlation,
        )

    def open_desk(self, desk: str) -> None:
        float_cash = [Money(currency="MTL", amount_minor=50_000_000)]
        for account in ("vault_cash", "vault_chips", "chips_outstanding/cashier"):
            opening = c.EnterOpeningBalance(
                header=self.header(),
                account=account,
                balance=Money(currency="MTL", amount_minor=10**9),
                basis="counted before",
            )
            if desk == "desk-1":
                self.ask(self.cashier, opening)
        self.ask(
            self.cashier,
            c.OpenDesk(header=self.header(), desk_id=desk, cash=float_cash, chips_minor=50_000_000),
        )

    def sell(self, person: str, payment: Any, desk: str = "desk-1", document: str = "", **how):
        paid = payment if not isinstance(payment, int) else x.ChipPayment(
            cash=x.CashPayment(amount_minor=payment)
        )  # fmt: skip
        references = [x.Reference(name=n, value=v) for n, v in how.pop("references", {}).items()]
        command = c.SellChips(
            header=self.header(**how),
            desk_id=desk,
            person=person,
            payment=paid,
            references=references,
        )
        return self.ask(self.cashier, command, sealed(person, document) if document else None)

    def redeem(self, person: str, chips_minor: int, desk: str = "desk-1", **references: str):
        command = c.RedeemChips(
            header=self.header(),
            desk_id=desk,
            person=person,
            chips_minor=chips_minor,
            payout=x.ChipPayout(cash=x.CashPayout()),
            references=[x.Reference(name=n, value=v) for n, v in references.items()],
        )
        return self.ask(self.cashier, command)

    def complete(self, person: str, exchange_id: str, document: str):
        command = c.CompleteExchange(header=self.header(), person=person, exchange_id=exchange_id)
        return self.ask(self.cashier, command, sealed(person, document))

    def abandon(self, person: str, exchange_id: str):
        reason = c.AbandonReason.ABANDON_REASON_NO_DOCUMENT
        command = c.AbandonExchange(
            header=self.header(), person=person, exchange_id=exchange_id, reason=reason
        )
        return self.ask(self.cashier, command)

    def reverse(self, person: str, exchange_id: str):
        asked = c.RequestReversal(
            header=self.header(), person=person, exchange_id=exchange_id, reason="keyed twice"
        )
        self.ask(self.cashier, asked)
        approving = self.header(actor="chief-1")
        command = c.ApproveReversal(header=approving, person=person, exchange_id=exchange_id)
        return self.ask(self.cashier, command, caller="chief-1")

    def set_rate(self, buy: tuple[int, int]):
        rate = Ratio(numerator=buy[0], denominator=buy[1])
        begins = int(self.at.timestamp()) - 60
        command = c.SetExchangeRate(
            header=self.header(),
            currency="GBP",
            buy=rate,
            sell=rate,
            valid_from_seconds=begins,
            valid_until_seconds=begins + 86_400,
        )
        return self.ask(self.cashier, command)

    def alert(self, subject: str, text: str) -> None:
        evidence = [BookSequence(book=f"{CASINO}/cashier", sequence=5)]
        alert = Alert(
            alert_id="a1" * 16,
            rule="structuring_gaming_day",
            rule_version=1,
            subject=subject,
            window="1998-06-30",
            crossing=1,
            obligation="M46.4",
            text=text,
            evidence=evidence,
            gaming_day="1998-06-30",
        )
        self.compliance.record(AlertRaised(alert=alert), f"alert/{alert.alert_id}", self.at)


def played_evening() -> tuple[Evening, dict[str, Any]]:
    """Return the evening and its receipts by what they are."""
    evening = Evening()
    evening.open_desk("desk-1")
    evening.open_desk("desk-2")
    evening.set_rate((16, 25))
    r: dict[str, Any] = {}
    evening.later(minutes=10)
    r["under"] = evening.sell("p-1", 1_500_000, references={"game": "BJ", "player_lost": "-12.50"})
    evening.later(minutes=10)
    r["crossing"] = evening.sell("p-1", 600_000, "desk-2", references={"game": "AR"})
    evening.later(minutes=5)
    r["completed"] = evening.complete("p-1", r["crossing"].command_id, "AB123")
    evening.later(minutes=10)
    r["alone"] = evening.sell("p-2", 2_500_000)
    r["abandoned"] = evening.abandon("p-2", r["alone"].command_id)
    evening.later(minutes=10)
    r["missed"] = evening.sell("p-3", 2_100_000, after=True, correlation="=visit-3")
    paid = x.ForeignCashPayment(currency="GBP", amount_minor=10_001)
    r["foreign"] = evening.sell("p-4", x.ChipPayment(foreign_cash=paid))
    r["waiting"] = evening.sell("p-5", 2_000_001)
    evening.alert("person/p-1", "Two purchases of 2,100.000 together under one window.")
    evening.later(hours=2, minutes=45)  # half past midnight by the casino's clock, 1 July
    r["redeemed"] = evening.redeem("p-1", 300_000, game="BJ", player_lost="7", note="late")
    r["undone"] = evening.sell("p-1", 100_000, references={"game": "BJ", "player_lost": "one"})
    r["reversed"] = evening.reverse("p-1", r["undone"].command_id)
    return evening, r
