"""A casino's two books as the chassis writes them, and the streams that read both."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1 import exchange_pb2 as x
from countroom.compliance.v1 import compliance_service_pb2 as k
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms
from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.money_pb2 import Money
from countroom.ledger.v1.receipt_pb2 import Receipt

from services.cashier.domain.routes import CASHIER
from services.chassis.house_facts.board import CasinoFacts, OwnFreshness
from services.compliance.domain.routes import COMPLIANCE
from services.kernel.refusal import Refused
from tests.given import EVENING, header, sealed
from tests.paper_cage import cash
from tests.paper_warehouse import PaperStreams
from tests.unit.chassis.paper_partition import PaperPartition

PLENTY_MINOR = 10**12
COMPLIANCE_BOOK = "st-julians/compliance"
FUNCTIONS = ("cashier", "chief_cashier")


class TwoBooks:
    """The cage knows at once what the entrance recorded; the streams read both to their ends.

    `at` is the house's clock. What is told `back` hours late bears the moment of before.
    """

    def __init__(self) -> None:
        own = CasinoFacts(COMPLIANCE_BOOK, OwnFreshness(), is_own=True)
        self.compliance = PaperPartition(COMPLIANCE, facts=own)
        self.compliance.memory.observer = own.evolve
        self.known = CasinoFacts(COMPLIANCE_BOOK, OwnFreshness(), is_own=False)
        self.cashier = PaperPartition(CASHIER, facts=self.known)
        self.streams, self.at = PaperStreams(), EVENING
        self._number, self._read = 0, {"compliance": 0, "cashier": 0}
        self._found()
        self._open()

    def sell(self, person: str, amount_minor: int, document: str = "", back: int = 0) -> Receipt:
        head, payment = self._header(back), cash(amount_minor)
        command = c.SellChips(header=head, desk_id="desk-1", person=person, payment=payment)
        return self._at_desk(command, person, document)

    def redeem(self, person: str, amount_minor: int, document: str = "", back: int = 0) -> Receipt:
        command = c.RedeemChips(
            header=self._header(back),
            desk_id="desk-1",
            person=person,
            chips_minor=amount_minor,
            payout=x.ChipPayout(cash=x.CashPayout()),
        )
        return self._at_desk(command, person, document)

    def complete(self, person: str, exchange_id: str, document: str) -> Receipt:
        head = self._header()
        command = c.CompleteExchange(header=head, person=person, exchange_id=exchange_id)
        return self._at_desk(command, person, document)

    def abandon(self, person: str, exchange_id: str) -> Receipt:
        command = c.AbandonExchange(
            header=self._header(), person=person, exchange_id=exchange_id, reason=1
        )
        return self._at_desk(command, person)

    def reverse(self, person: str, exchange_id: str) -> Receipt:
        self._at_desk(
            c.RequestReversal(
                header=self._header(), person=person, exchange_id=exchange_id, reason="keyed twice"
            ),
            person,
        )
        approval = c.ApproveReversal(
            header=self._header(actor="chief-1"), person=person, exchange_id=exchange_id
        )
        return self._record(self.cashier, approval, "chief-1")

    def admit(self, person: str, document: str = "", back: int = 0) -> Receipt:
        """Let a person in, whoever it is."""
        command = k.AdmitPerson(
            header=self._header(back, after=True), person=person, entrance="main"
        )
        return self._at_door(command, person, document)

    def leave(self, person: str, back: int = 0) -> Receipt:
        return self._at_door(k.RecordExit(header=self._header(back), person=person), person)

    def identify(self, person: str, document: str) -> Receipt:
        return self._at_door(
            k.IdentifyPerson(header=self._header(), person=person), person, document
        )

    def pass_time(self, hours: int) -> None:
        self.at += timedelta(hours=hours)

    def follow(self) -> list[dict[str, Any]]:
        """Have the streams read both books to their ends and return all patron session rows."""
        for service, read in self._read.items():
            log = getattr(self, service).log
            for offset in range(read, len(log)):
                self.streams.take(service, offset, log[offset])
            self._read[service] = len(log)
        self.streams.flush()
        assert not self.streams.partition.stopped
        return self.streams.warehouse.rows("patron_session")

    def last_event(self) -> Any:
        """Return the newest fact of the cashier's book."""
        event = Event.FromString(self.cashier.pages()[-1].events[-1])
        return self.cashier.memory.payload.unpack(event.payload)

    def _found(self) -> None:
        licences = [
            LicenceTerms(
                employee_id=employee,
                licence_id=f"L-{employee}",
                kind=LicenceKind.LICENCE_KIND_FULL,
                functions=FUNCTIONS,
                issued_on="1998-06-01",
            )
            for employee in ("cashier-1", "chief-1")
        ]
        registration = k.RegisterCasino(header=self._header(), jurisdiction="malta_1998")
        proposal = k.ProposeFirstLicences(header=self._header(), licences=licences)
        confirmation = k.ConfirmFirstLicences(
            header=self._header(), proposal_id=proposal.header.command_id
        )
        told = ((registration, "a"), (proposal, "a"), (confirmation, "b"))
        for command, operator in told:
            self._at_door(command, caller=operator)

    def _open(self) -> None:
        for account in ("vault_cash", "vault_chips", "chips_outstanding/cashier"):
            balance = Money(currency="MTL", amount_minor=PLENTY_MINOR)
            self._at_desk(
                c.EnterOpeningBalance(
                    header=self._header(), account=account, balance=balance, basis="counted"
                )
            )
        counted = [Money(currency="MTL", amount_minor=PLENTY_MINOR // 10)]
        self._at_desk(
            c.OpenDesk(
                header=self._header(),
                desk_id="desk-1",
                cash=counted,
                chips_minor=PLENTY_MINOR // 10,
            )
        )

    def _header(self, back: int = 0, actor: str = "cashier-1", *, after: bool = False) -> Any:
        self._number += 1
        at = self.at - timedelta(hours=back)
        return header(self._number, actor, at, after=after or back > 0)

    def _at_desk(self, command: Any, person: str = "", document: str = "") -> Receipt:
        return self._record(self.cashier, command, "desk-system-1", person, document)

    def _at_door(
        self, command: Any, person: str = "", document: str = "", caller: str = "door-1"
    ) -> Receipt:
        receipt = self._record(self.compliance, command, caller, person, document)
        for event in map(Event.FromString, self.compliance.pages()[-1].events):
            fact = self.compliance.memory.payload.unpack(event.payload)
            self.known.evolve(event, fact)
        return receipt

    def _record(
        self, book: Any, command: Any, caller: str, person: str = "", document: str = ""
    ) -> Receipt:
        book.now_us = int(self.at.timestamp()) * 1_000_000
        shown = sealed(person, document) if document else None
        return book.ask(command, caller, shown)


def told(books: TwoBooks, step: tuple[Any, ...]) -> Receipt | None:
    """Take a step and return its receipt; what is refused leaves no trace."""
    name, *said = step
    with suppress(Refused):
        return getattr(books, name)(*said)
    return None
