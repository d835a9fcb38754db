"""The cage as the simulator models it: exchanges become commands, and truth about them."""

from dataclasses import dataclass
from fractions import Fraction

from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.audit.v1.identification_questions_pb2 import IdentificationStatus
from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.cashier.v1.exchange_pb2 import CashPayout, ChipPayout, Direction
from countroom.ledger.v1.header_pb2 import Timing
from countroom.ledger.v1.person_pb2 import IdentityDocument

from loadtest.simulator.identification import is_due
from loadtest.simulator.payments import Payment
from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.step import Caller
from loadtest.simulator.till import Till
from loadtest.simulator.truth import ExchangeKind, Truth

_COMPLETED = ExchangeStatus.EXCHANGE_STATUS_COMPLETED


@dataclass(frozen=True, slots=True)
class Dealt:
    """An exchange as it was keyed: what moves when it is made."""

    exchange_id: str
    person: Person
    till: Till
    direction: Direction
    instrument: str
    chips_minor: int
    worth: Fraction
    cash: tuple[str, int] | None
    """Currency and minor units that come into the till; negative for what leaves it."""

    def kind(self, status: ExchangeStatus) -> ExchangeKind:
        """Return how truth counts it."""
        return (self.direction, self.instrument, status)


@dataclass(frozen=True, slots=True)
class Cage:
    """Keys exchanges into a script and keeps tills, persons and truth in step."""

    truth: Truth
    tills: dict[str, Till]

    def sells(
        self, script: Script, person: Person, till: Till, payment: Payment, *, shows: bool = False
    ) -> Dealt:
        """Sell chips; a person who `shows` a document has it keyed with what needs it."""
        due = is_due(person, Direction.DIRECTION_PURCHASE, payment.worth)
        command = sale(script, person, till, payment, person.document if due and shows else None)
        dealt = dealt_sale(command, person, till, payment)
        self._keyed(script, command, dealt, due=due, shows=shows, made="ChipsSold")
        return dealt

    def cashes_in(
        self, script: Script, person: Person, till: Till, chips_minor: int, *, shows: bool = False
    ) -> Dealt:
        """Take chips for cash."""
        worth = Fraction(chips_minor)
        due = is_due(person, Direction.DIRECTION_CASH_OUT, worth)
        command = cashier.RedeemChips(
            header=script.header(till.employee_id),
            desk_id=till.desk_id,
            person=person.token,
            chips_minor=chips_minor,
            payout=ChipPayout(cash=CashPayout()),
            document=person.document if due and shows else None,
        )
        dealt = Dealt(
            command.header.command_id,
            person,
            till,
            Direction.DIRECTION_CASH_OUT,
            "cash",
            chips_minor,
            worth,
            ("MTL", -chips_minor),
        )
        self._keyed(script, command, dealt, due=due, shows=shows, made="ChipsRedeemed")
        return dealt

    def completes(self, script: Script, dealt: Dealt) -> None:
        """Take the document of a person whose exchange waits."""
        command = cashier.CompleteExchange(
            header=script.header(dealt.till.employee_id),
            person=dealt.person.token,
            exchange_id=dealt.exchange_id,
            document=dealt.person.document,
        )
        bought = dealt.direction == Direction.DIRECTION_PURCHASE
        script.send(Caller.DESK, command, "ChipsSold" if bought else "ChipsRedeemed")
        self._identified(dealt)
        self.made(dealt)

    def abandons(self, script: Script, dealt: Dealt, reason: cashier.AbandonReason) -> None:
        """Give up an exchange that waits."""
        command = cashier.AbandonExchange(
            header=script.header(dealt.till.employee_id),
            person=dealt.person.token,
            exchange_id=dealt.exchange_id,
            reason=reason,
        )
        script.send(Caller.DESK, command, "ExchangeAbandoned")
        abandoned = ExchangeStatus.EXCHANGE_STATUS_ABANDONED
        self.truth.moved(dealt.kind(abandoned), dealt.chips_minor)
        given_up = IdentificationStatus.IDENTIFICATION_STATUS_ABANDONED
        self.truth.identifications[given_up] += 1

    def made(self, dealt: Dealt, times: int = 1) -> None:
        """Move an exchange's value into everybody's hands, or with -1 back."""
        sold = dealt.direction == Direction.DIRECTION_PURCHASE
        chips_minor = times * (dealt.chips_minor if sold else -dealt.chips_minor)
        dealt.person.chips_minor += chips_minor
        dealt.till.chips_minor -= chips_minor
        dealt.person.way(dealt.direction).total += times * dealt.worth
        if dealt.cash is not None:
            currency, amount_minor = dealt.cash
            dealt.till.cash[currency] += times * amount_minor
        self.truth.moved(dealt.kind(_COMPLETED), dealt.chips_minor, times)

    def _keyed(  # noqa: PLR0913 - one exchange is said by all of it
        self,
        script: Script,
        command: cashier.SellChips | cashier.RedeemChips,
        dealt: Dealt,
        *,
        due: bool,
        shows: bool,
        made: str,
    ) -> None:
        if due and not shows:
            script.send(Caller.DESK, command, "IdentificationRequired")
            return
        script.send(Caller.DESK, command, made)
        if due:
            self._identified(dealt)
        self.made(dealt)

    def _identified(self, dealt: Dealt) -> None:
        dealt.person.way(dealt.direction).is_identified = True
        self.truth.identifications[IdentificationStatus.IDENTIFICATION_STATUS_MET] += 1


def sale(  # noqa: PLR0913, PLR0917 - one sale is said by all of it
    script: Script,
    person: Person,
    till: Till,
    payment: Payment,
    document: IdentityDocument | None = None,
    timing: Timing = Timing.TIMING_UNSPECIFIED,
) -> cashier.SellChips:
    """Return the command of a sale at this moment of the script."""
    return cashier.SellChips(
        header=script.header(till.employee_id, timing),
        desk_id=till.desk_id,
        person=person.token,
        payment=payment.message,
        document=document,
    )


def dealt_sale(command: cashier.SellChips, person: Person, till: Till, payment: Payment) -> Dealt:
    """Return what a sale moves when it is made."""
    return Dealt(
        command.header.command_id,
        person,
        till,
        Direction.DIRECTION_PURCHASE,
        payment.instrument,
        payment.chips_minor,
        payment.worth,
        payment.cash,
    )
