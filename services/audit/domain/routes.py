"""What the audit book is made of: one command, one event, one stream a kind of question."""

from countroom.audit.v1.ask_question_pb2 import AskQuestion
from countroom.audit.v1.audit_events_pb2 import AuditEvent

from services.audit.domain.question import questions
from services.kernel.domain import Domain


def question_stream(command: AskQuestion) -> str:
    """Return the stream of a kind of question, e.g. "question/ListEvents"."""
    return f"question/{command.rpc}"


AUDIT = Domain(
    service="audit",
    carrier=AuditEvent,
    aggregates={"question": questions},
    streams={AskQuestion: question_stream},
    touches={},
    told=frozenset({AskQuestion}),  # it has been asked: that is a fact, whatever it rests on
    documents={},
)
