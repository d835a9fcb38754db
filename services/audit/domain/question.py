"""Questions: who asked what of the ledger, one stream a kind of question (M43.2)."""

import json
from dataclasses import dataclass
from typing import Any, assert_never

from countroom.audit.v1 import audit_service_pb2
from countroom.audit.v1.ask_question_pb2 import AskQuestion
from countroom.audit.v1.audit_events_pb2 import Parameter, QuestionAsked
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from services.audit.domain.refusals import AuditRefusal
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused

Event = QuestionAsked

_RPCS = audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"].methods_by_name
# What the event says in fields of its own, or the position that a cursor holds, which says nothing.
_SAID_ELSEWHERE = frozenset({"casino_id", "as_known_at", "cursor"})


@dataclass(frozen=True, slots=True)
class Asked:
    """How often one kind of question has been asked."""

    times: int = 0


def decide(_: Asked, command: AskQuestion, house: House) -> Decision[Event]:
    """Record the question; refuse one that is not what it says it is."""
    question = _question(command)
    casinos = {command.header.casino_id, question.casino_id}
    casinos |= {known.book.partition("/")[0] for known in question.as_known_at}
    if len(casinos) > 1:
        raise Refused(
            AuditRefusal.CASINO_MIXED,
            "A question is about one casino: ask each casino by itself.",
            casinos=", ".join(sorted(casinos)),
        )
    return Decision(facts=(Fact(_asked(command, question, house.caller)),))


def evolve(state: Asked, event: Event) -> Asked:
    """Count the question."""
    match event:
        case QuestionAsked():
            return Asked(state.times + 1)
        case _:
            assert_never(event)


def parameters_of(question: Message) -> list[Parameter]:
    """Return what was given with a question, less the fields that can name a person."""
    given = MessageToDict(question, preserving_proto_field_name=True)
    withheld = set(withheld_of(question))
    return [
        Parameter(name=name, value=_text(value))
        for name, value in given.items()
        if name not in _SAID_ELSEWHERE and name not in withheld
    ]


def withheld_of(question: Message) -> list[str]:
    """Return the names of the given fields that can name a person: those marked debug_redact."""
    return [field.name for field, _ in question.ListFields() if field.GetOptions().debug_redact]


def _question(command: AskQuestion) -> Any:
    case = command.WhichOneof("question")
    question = getattr(command, case) if case else None
    rpc = _RPCS.get(command.rpc)
    if question is None or rpc is None or rpc.input_type is not question.DESCRIPTOR:
        raise Refused(
            AuditRefusal.QUESTION_UNKNOWN,
            "The audit service has no such question: see /openapi.json or its proto.",
            rpc=command.rpc,
            question=case or "",
        )
    return question


def _asked(command: AskQuestion, question: Any, caller: str) -> QuestionAsked:
    return QuestionAsked(
        asked_by=caller,
        question=command.rpc,
        parameters=parameters_of(question),
        withheld=withheld_of(question),
        as_known_at=question.as_known_at,
        continued=command.continued,
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


questions: Decider[Asked, AskQuestion, Event] = Decider(Asked(), decide, evolve)
