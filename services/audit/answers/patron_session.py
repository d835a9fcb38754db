"""Patron sessions: what was exchanged in each, and which are over the limit (M46.4)."""

from fractions import Fraction
from typing import Any, Final

from countroom.audit.v1.patron_session_questions_pb2 import (
    ListPatronSessions,
    PatronSessionLine,
    PatronSessionList,
    SessionTotal,
)
from countroom.cashier.v1 import exchange_pb2

from services.audit.answers.casino import Terms, terms_of
from services.audit.answers.fields import ratio
from services.audit.enum_text import words_by_number
from services.audit.reading import Reading, Row, gaming_days

LIST_KEY: Final = {"patron_session_id": str, "person": str}
_DIRECTION: Final = exchange_pb2.DESCRIPTOR.enum_types_by_name["Direction"]


def list_patron_sessions(
    reading: Reading, question: ListPatronSessions
) -> tuple[PatronSessionList, tuple[str, ...]]:
    """Answer ListPatronSessions."""
    terms = terms_of(reading)
    is_given = question.HasField("over_minor")
    page = reading.page(
        "patron_session",
        tuple(LIST_KEY),
        person=question.person,
        direction=words_by_number(_DIRECTION)[question.direction],
        has_over=bool(question.direction),
        over_minor=question.over_minor if is_given else terms.identification_limit_minor,
        cashier_sequence=reading.sequence_of("cashier"),
        compliance_sequence=reading.sequence_of("compliance"),
        **gaming_days(question),
    )
    return PatronSessionList(
        patron_sessions=[_line(row, terms) for row in page.rows],
        patron_session_count=page.rows[0]["patron_session_count"] if page.rows else 0,
    ), page.next_after


def _line(row: Row, terms: Terms) -> PatronSessionLine:
    return PatronSessionLine(
        person=row["person"],
        patron_session_id=row["patron_session_id"],
        gaming_day=row["patron_session_id"].partition("/")[0],
        purchases=_total(row, "purchase", "purchases", terms),
        cash_outs=_total(row, "cash_out", "cash_outs", terms),
        currency=row["currency"],
        is_recomputed=row["is_recomputed"],
        linked_persons=row["linked_persons"],
        totals_differ=row["totals_differ"],
    )


def _total(row: Row, one: str, many: str, terms: Terms) -> SessionTotal:
    parts = zip(*row[many], strict=True)
    exact = sum((Fraction(n, d) for d, n in parts), Fraction())
    decided = _fraction(*row[f"{many}_decided"])
    recomputed = _fraction(row[f"counted_{many}_numerator"], row[f"counted_{many}_denominator"])
    return SessionTotal(
        exchange_count=row[f"{one}_count"],
        exact_minor=_ratio(exact),
        decided_minor=_ratio(decided),
        recomputed_minor=_ratio(recomputed) if row["is_recomputed"] else None,
        over_limit=max(exact, decided, recomputed) > terms.identification_limit_minor,
        identified=bool(row[f"{many}_identified"]),
    )


def _fraction(numerator: int, denominator: int) -> Fraction:
    """Return an amount; a denominator of 0 is a row that is not there."""
    return Fraction(numerator, denominator or 1)


def _ratio(amount: Fraction) -> Any:
    return ratio(amount.numerator, amount.denominator)
