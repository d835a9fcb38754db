"""Pages without a writer: a casino on paper whose books are made of the facts that a test names."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.cashier.v1 import exchange_pb2 as x
from countroom.compliance.v1 import compliance_events_pb2 as k
from countroom.compliance.v1.watch_pb2 import Alert
from countroom.ledger.v1.money_pb2 import Posting
from countroom.ledger.v1.person_pb2 import SealedParticulars
from countroom.ledger.v1.receipt_pb2 import ExceptionNote

from services.kernel.money import move, ratio, turned_round
from tests.given import EVENING, MALTA
from tests.paper_log import PaperLog

PURCHASE = x.Direction.DIRECTION_PURCHASE
CASH_OUT = x.Direction.DIRECTION_CASH_OUT
LIMIT_MINOR = MALTA.identification_limit_minor


class PaperCasino:
    """A casino's cashier and compliance books in a day's words; each call is a command.

    A session is the gaming day, and the desk's totals are right unless a test says otherwise.
    """

    def __init__(self, casino_id: str = MALTA.casino_id) -> None:
        self.casino_id, self.at, self.day = casino_id, EVENING, "1998-06-30"
        self.cashier = PaperLog(casino_id, "cashier")
        self.compliance = PaperLog(casino_id, "compliance")
        self.exchanges: dict[str, x.Exchange] = {}
        self.totals: defaultdict[tuple[str, str, int], Fraction] = defaultdict(Fraction)
        self.opened: set[tuple[str, str]] = set()
        self._commands = 0

    def on(self, day: str, hour: int = 19) -> "PaperCasino":
        """Go to an hour of a gaming day, by UTC."""
        self.day = day
        year, month, number = map(int, day.split("-"))
        self.at = datetime(year, month, number, hour, tzinfo=UTC)
        return self

    def register(self) -> int:
        return self._compliance(
            k.CasinoRegistered(
                casino_id=self.casino_id,
                partition=0,
                jurisdiction="malta_1998",
                jurisdiction_version=1,
                currency=MALTA.currency,
                minor_per_major=MALTA.minor_per_major,
                zone=MALTA.zone,
                day_changes_at_hour=MALTA.day_changes_at_hour,
                identification_limit_minor=LIMIT_MINOR,
            )
        )

    def sells(self, person: str, amount_minor: int, **told: Any) -> str:
        """Sell chips for cash and return the exchange's id."""
        return self._exchanges(person, PURCHASE, amount_minor, **told)

    def redeems(self, person: str, amount_minor: int, **told: Any) -> str:
        """Take chips for cash and return the exchange's id."""
        return self._exchanges(person, CASH_OUT, amount_minor, **told)

    def asks_for_document(self, person: str, amount_minor: int, direction: int = PURCHASE) -> str:
        """Leave an exchange waiting and return its id."""
        command_id = self._command_id()
        exchange = self._terms(command_id, person, direction, Fraction(amount_minor), {})
        fact = c.IdentificationRequired(
            exchange=exchange, provision="M46.1", limit_minor=LIMIT_MINOR
        )
        self._cashier([*self._session(person), fact], command_id)
        return command_id

    def completes(self, exchange_id: str) -> int:
        """Identify the person of an exchange that waits, and make it."""
        exchange = self.exchanges[exchange_id]
        done = self._terms(exchange_id, exchange.person, exchange.direction, _worth(exchange), {})
        opened, document = self._session(exchange.person), self._document(done, "M46.1")
        return self._cashier([*opened, document, self._made(done)], postings=_postings(done))

    def abandons(self, exchange_id: str) -> int:
        exchange = self.exchanges[exchange_id]
        fact = c.ExchangeAbandoned(person=exchange.person, exchange_id=exchange_id, reason=1)
        return self._cashier([fact])

    def reverses(self, exchange_id: str) -> int:
        exchange = self.exchanges[exchange_id]
        self.totals[_key(exchange)] -= _worth(exchange)
        fact = c.ExchangeReversed(exchange=exchange, requested_by="a", approved_by="b")
        return self._cashier([fact], postings=turned_round(_postings(exchange)))

    def links(self, person: str, other: str, *, at_desk: bool = True) -> int:
        if at_desk:
            fact = c.PersonsLinked(person=person, linked_person=other, document_index=b"i")
            return self._cashier([fact])
        return self._compliance(
            k.PersonsLinked(person=person, linked_person=other, document_index=b"i")
        )

    def admits(self, person: str) -> int:
        return self._compliance(
            k.PersonAdmitted(person=person, entrance="main", identified_by="document")
        )

    def sees_off(self, person: str) -> int:
        return self._compliance(k.PersonLeft(person=person))

    def raises(self, alert: Alert) -> int:
        return self._compliance(k.AlertRaised(alert=alert))

    def opens_desk(self) -> int:
        return self._cashier([c.DeskOpened(desk_id="desk-1", currency=MALTA.currency)])

    def _exchanges(self, person: str, direction: int, amount: Any, **told: Any) -> str:
        command_id = self._command_id()
        exchange = self._terms(command_id, person, direction, Fraction(amount), told)
        facts: list[Any] = self._session(person)
        if told.get("document"):
            facts.append(self._document(exchange, told["document"]))
        facts.append(self._made(exchange))
        missed = [told["missed"]] if told.get("missed") else []
        notes = [ExceptionNote(reason="identification_missed", obligation=m) for m in missed]
        self._cashier(facts, command_id, postings=_postings(exchange), exceptions=notes)
        return command_id

    def _made(self, exchange: x.Exchange) -> Any:
        self.exchanges[exchange.exchange_id] = exchange
        self.totals[_key(exchange)] += _worth(exchange)
        if exchange.direction == PURCHASE:
            return c.ChipsSold(exchange=exchange)
        return c.ChipsRedeemed(exchange=exchange)

    def _document(self, exchange: x.Exchange, provision: str) -> c.IdentificationRecorded:
        return c.IdentificationRecorded(
            person=exchange.person,
            particulars=SealedParticulars(person=exchange.person, document_type="passport"),
            exchange_id=exchange.exchange_id,
            patron_session_id=exchange.patron_session_id,
            direction=exchange.direction,
            provision=provision,
            desk_id=exchange.desk_id,
        )

    def _terms(
        self, exchange_id: str, person: str, direction: int, worth: Fraction, told: Any
    ) -> x.Exchange:
        session = f"{self.day}/1"
        total = self.totals[person, session, direction] + worth + told.get("off_by", 0)
        exchange = x.Exchange(
            exchange_id=exchange_id,
            desk_id=told.get("desk", "desk-1"),
            person=person,
            direction=direction,
            chips_minor=int(worth),
            exact_minor=ratio(worth),
            references=[x.Reference(name=n, value=v) for n, v in told.get("said", {}).items()],
            patron_session_id=session,
            session_total_minor=ratio(total),
            receipt_number=self.cashier.sequence + 1,
        )
        if direction == PURCHASE:
            exchange.payment.cash.amount_minor = int(worth)
        else:
            exchange.payout.cash.SetInParent()
        self.exchanges[exchange_id] = exchange
        return exchange

    def _session(self, person: str) -> list[Any]:
        if (person, self.day) in self.opened:
            return []
        self.opened.add((person, self.day))
        return [c.PatronSessionOpened(person=person, patron_session_id=f"{self.day}/1")]

    def _cashier(self, facts: list[Any], command_id: str = "", **envelope: Any) -> int:
        return self._record(self.cashier, facts, command_id, envelope)

    def _compliance(self, fact: Any) -> int:
        return self._record(self.compliance, [fact], "", {})

    def _record(self, log: PaperLog, facts: list[Any], command_id: str, envelope: Any) -> int:
        self.at += timedelta(seconds=10)
        return log.record(
            *facts,
            command_id=command_id or self._command_id(),
            at=self.at,
            day=self.day,
            count=len(facts),
            **envelope,
        )

    def _command_id(self) -> str:
        self._commands += 1
        return f"01890000-0000-7000-8000-{self._commands:012d}"


def next_day(day: str, days: int = 1) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def _key(exchange: x.Exchange) -> tuple[str, str, int]:
    return exchange.person, exchange.patron_session_id, exchange.direction


def _worth(exchange: x.Exchange) -> Fraction:
    return Fraction(exchange.exact_minor.numerator, exchange.exact_minor.denominator)


def _postings(exchange: x.Exchange) -> tuple[Posting, ...]:
    amount = exchange.chips_minor if exchange.direction == PURCHASE else -exchange.chips_minor
    desk, currency = exchange.desk_id, MALTA.currency
    return (
        *move("chips_outstanding/cashier", f"cage_cash/{desk}", amount, currency),
        *move(f"cage_chips/{desk}", "chip_inventory", amount, currency),
    )
