"""Step: what is sent to the ledger in the course of the evening, and what must come of it."""

from dataclasses import dataclass
from enum import StrEnum

from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.compliance.v1 import compliance_service_pb2 as compliance

Command = (
    cashier.SellChips
    | cashier.RedeemChips
    | cashier.CompleteExchange
    | cashier.AbandonExchange
    | cashier.RequestReversal
    | cashier.ApproveReversal
    | cashier.CloseDesk
    | compliance.AdmitPerson
    | compliance.RecordExit
    | compliance.ExcludePerson
)


class Caller(StrEnum):
    """Whose token a step is sent with."""

    DESK = "desk"
    ENTRANCE = "entrance"
    SUPERVISOR = "supervisor"


@dataclass(frozen=True, slots=True)
class Step:
    """One request: a command, or several that go as one batch.

    Steps of a lane depend on one another and are sent in order; lanes need no order between them.
    `expects` has for each command the last event that it must cause, e.g. "ChipsSold".
    """

    sent_at_us: int
    lane: str
    caller: Caller
    commands: tuple[Command, ...]
    expects: tuple[str, ...]
