"""Recorder: each question becomes an event of the audit book before its answer leaves."""

import secrets
from collections.abc import Awaitable
from typing import Any, Final, Protocol

from countroom.audit.v1.ask_question_pb2 import AskQuestion
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader
from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.timestamp_pb2 import Timestamp

from services.chassis.auth.principal import Principal, current_principal
from services.chassis.intake import Intake, require_room
from services.kernel.uuid7_layout import DRAWN_BITS, uuid7_of_bits


class Recorder(Protocol):
    """Where questions are recorded."""

    def record(self, command: AskQuestion) -> Awaitable[Receipt]:
        """Return the receipt once the question is durable; raises Refused, Answered or InDoubt."""


class BookRecorder:
    """Records in the audit books that this process writes."""

    def __init__(self, intake: Intake) -> None:
        """Take the way into the books."""
        self._intake = intake

    async def record(self, command: AskQuestion) -> Receipt:
        """Return the receipt once the page that holds the question is committed."""
        live = self._intake.partition_of(command.header.casino_id)
        require_room(live)
        try:
            return self._intake.take_up(live, command, current_principal().subject)
        finally:
            await live.writer.settled()


def ask_question(rpc: str, question: Any, asker: Principal, now_us: int) -> AskQuestion:
    """Return the command that records a question, with the vector that it is answered at."""
    case = _CASES[question.DESCRIPTOR.full_name]
    employee = asker.subject if asker.is_person else ""
    command = AskQuestion(
        header=CommandHeader(
            command_id=uuid7_of_bits(now_us // 1_000, secrets.randbits(DRAWN_BITS)),
            casino_id=question.casino_id,
            occurred_at=Timestamp(seconds=now_us // 1_000_000, nanos=now_us % 1_000_000 * 1_000),
            actor=Actor(employee_id=employee),
        ),
        rpc=rpc,
        **{case: question},
    )
    if "cursor" in question.DESCRIPTOR.fields_by_name:
        command.continued = bool(question.cursor)
        getattr(command, case).ClearField("cursor")
    return command


_CASES: Final[dict[str, str]] = {
    case.message_type.full_name: case.name
    for case in AskQuestion.DESCRIPTOR.oneofs_by_name["question"].fields
    if case.message_type is not None
}
