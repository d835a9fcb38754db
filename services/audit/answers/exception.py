"""Exceptions: what was recorded though it should not have happened, and someone has to clear."""

from typing import Final

from countroom.audit.v1.exception_questions_pb2 import (
    ExceptionLine,
    ExceptionList,
    ListExceptions,
)
from countroom.ledger.v1.receipt_pb2 import ExceptionNote

from services.audit.answers.fields import at, moment
from services.audit.reading import Reading, Row, gaming_days

LIST_KEY: Final = {"book": str, "sequence": int, "place": int}


def list_exceptions(
    reading: Reading, question: ListExceptions
) -> tuple[ExceptionList, tuple[str, ...]]:
    """Answer ListExceptions."""
    page = reading.page(
        "exception",
        tuple(LIST_KEY),
        service=question.service,
        reason=question.reason,
        obligation=question.obligation,
        **gaming_days(question),
    )
    return ExceptionList(exceptions=[_line(row) for row in page.rows]), page.next_after


def _line(row: Row) -> ExceptionLine:
    return ExceptionLine(
        note=ExceptionNote(reason=row["reason"], obligation=row["obligation"], text=row["text"]),
        event=at(row["book"], row["sequence"]),
        event_id=row["event_id"],
        event_type=row["event_type"],
        stream=row["stream"],
        occurred_at=moment(row["occurred_us"]),
        gaming_day=row["gaming_day_text"],
        employee_id=row["employee_id"],
    )
