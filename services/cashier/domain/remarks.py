"""What one decision gathers on its way: notices to the caller, exceptions for someone to clear."""

from dataclasses import dataclass, field

from countroom.ledger.v1.receipt_pb2 import ExceptionNote, Notice

from services.cashier.domain.events import Event
from services.cashier.domain.refusals import CashierException, CashierNotice, CashierRefusal
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import refuse_or_flag


@dataclass(slots=True)
class Remarks:
    """Grows while a decision is made and lives no longer than it."""

    notices: list[Notice] = field(default_factory=list)
    exceptions: list[ExceptionNote] = field(default_factory=list)

    def note(self, code: CashierNotice, text: str) -> None:
        """Tell the caller something."""
        self.notices.append(Notice(code=code, text=text))

    def flag(self, reason: CashierException, obligation: str, text: str) -> None:
        """Record an exception, whether the command asks or tells."""
        self.exceptions.append(ExceptionNote(reason=reason, obligation=obligation, text=text))

    def refuse_or_flag(
        self, house: House, reason: CashierRefusal, obligation: str, text: str, **facts: object
    ) -> None:
        """Raise Refused for what has not happened yet; flag what has."""
        self.exceptions.append(refuse_or_flag(house, reason, obligation, text, **facts))

    def on(self, *facts: Fact[Event]) -> Decision[Event]:
        """Return the decision that these facts are, with what was gathered."""
        return Decision(facts, tuple(self.notices), tuple(self.exceptions))
