"""The register of identifications: due, met, abandoned, missed (M46, M47.1)."""

from typing import Final

from countroom.audit.v1 import identification_questions_pb2
from countroom.audit.v1.identification_questions_pb2 import (
    IdentificationCount,
    IdentificationLine,
    IdentificationList,
    ListIdentifications,
)
from countroom.cashier.v1 import exchange_pb2

from services.audit.answers.fields import at, moment, ratio
from services.audit.enum_text import numbers_by_word, words_by_number
from services.audit.reading import Reading, Row, gaming_days

LIST_KEY: Final = {"requested_us": int, "exchange_id": str}

_STATUS: Final = identification_questions_pb2.DESCRIPTOR.enum_types_by_name["IdentificationStatus"]
_DIRECTION: Final = exchange_pb2.DESCRIPTOR.enum_types_by_name["Direction"]
_SETTLED: Final = frozenset({"met", "abandoned"})


def list_identifications(
    reading: Reading, question: ListIdentifications
) -> tuple[IdentificationList, tuple[str, ...]]:
    """Answer ListIdentifications."""
    page = reading.page(
        "identification",
        tuple(LIST_KEY),
        status=words_by_number(_STATUS)[question.status],
        direction=words_by_number(_DIRECTION)[question.direction],
        person=question.person,
        desk_id=question.desk_id,
        provision=question.provision,
        **gaming_days(question),
    )
    return IdentificationList(
        identifications=[_line(row) for row in page.rows],
        counts=_counts(page.rows[0] if page.rows else {}),
    ), page.next_after


def _counts(row: Row) -> list[IdentificationCount]:
    return [
        IdentificationCount(status=number, identification_count=row.get(f"{word}_count", 0))
        for word, number in numbers_by_word(_STATUS).items()
    ]


def _line(row: Row) -> IdentificationLine:
    is_settled = row["status"] in _SETTLED
    return IdentificationLine(
        status=numbers_by_word(_STATUS)[row["status"]],
        person=row["person"],
        exchange_id=row["exchange_id"],
        provision=row["provision"],
        desk_id=row["desk_id"],
        direction=numbers_by_word(_DIRECTION)[row["direction"]],
        instrument=row["instrument"],
        exact_minor=ratio(row["exact_numerator"], row["exact_denominator"]),
        currency=row["currency"],
        limit_minor=row["limit_minor"],
        patron_session_id=row["patron_session_id"],
        document_type=row["document_type"],
        employee_id=row["employee_id"],
        occurred_at=moment(row["requested_us"]),
        gaming_day=row["gaming_day"],
        settled_at=moment(row["occurred_us"]) if is_settled else None,
        first_event=at(row["book"], row["first_sequence"]),
        last_event=at(row["book"], row["sequence"]),
    )
