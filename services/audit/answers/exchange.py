"""Exchanges: listed, and counted and added up in groups."""

from typing import Any, Final

from countroom.audit.v1 import exchange_answers_pb2
from countroom.audit.v1.exchange_answers_pb2 import ExchangeLine, ExchangeSum, ReferenceSum
from countroom.audit.v1.exchange_questions_pb2 import (
    ExchangeGrouping,
    ExchangeList,
    ExchangeSums,
    ListExchanges,
    SumExchanges,
)
from countroom.cashier.v1 import exchange_pb2
from countroom.cashier.v1.exchange_pb2 import Reference
from countroom.ledger.v1.money_pb2 import Money

from services.audit.answers.casino import Terms, terms_of
from services.audit.answers.fields import at, moment, ratio, whole
from services.audit.enum_text import numbers_by_word, words_by_number
from services.audit.reading import Reading, Row, gaming_days, occurred
from services.chassis import answers
from services.chassis.answers import Answered

LIST_KEY: Final = {"requested_us": int, "exchange_id": str}
MOST_GROUPS: Final = 10_000

# A decimal number as references write it; sums of a billion such still fit 256 bits.
_NUMBER: Final = "^-?[0-9]{1,30}([.][0-9]{1,18})?$"
_STATUS: Final = exchange_answers_pb2.DESCRIPTOR.enum_types_by_name["ExchangeStatus"]
_DIRECTION: Final = exchange_pb2.DESCRIPTOR.enum_types_by_name["Direction"]
_GROUPINGS: Final = numbers_by_word(ExchangeGrouping.DESCRIPTOR)


def list_exchanges(
    reading: Reading, question: ListExchanges
) -> tuple[ExchangeList, tuple[str, ...]]:
    """Answer ListExchanges."""
    page = reading.page("exchange", tuple(LIST_KEY), **_wanted(question))
    return ExchangeList(exchanges=[_line(row) for row in page.rows]), page.next_after


def sum_exchanges(reading: Reading, question: SumExchanges) -> tuple[ExchangeSums, tuple[str, ...]]:
    """Answer SumExchanges; one that has too many groups is turned down, never cut short."""
    terms = terms_of(reading)
    rows = reading.rows(
        "exchange_sums",
        **_wanted(question),
        **{f"by_{word}": number in question.group_by for word, number in _GROUPINGS.items()},
        group_by_references=list(question.group_by_references),
        sum_references=list(question.sum_references),
        number=_NUMBER,
        zone=terms.zone,
        row_limit=MOST_GROUPS + 1,
    )
    if len(rows) > MOST_GROUPS:
        text = f"There are more than {MOST_GROUPS} groups. Ask for a shorter period or fewer keys."
        facts = {"most_groups": str(MOST_GROUPS)}
        raise Answered(answers.failed_precondition("too_many_groups", text, facts))
    return ExchangeSums(groups=[_sum(row, question, terms) for row in rows]), ()


def _wanted(question: Any) -> dict[str, Any]:
    has_above = question.HasField("above_minor")
    return (
        {
            "direction": words_by_number(_DIRECTION)[question.direction],
            "status": words_by_number(_STATUS)[question.status],
            "instrument": question.instrument,
            "desk_id": question.desk_id,
            "person": question.person,
            "patron_session_id": question.patron_session_id,
            "has_above": has_above,
            "above_minor": question.above_minor,
            "reference_names": [reference.name for reference in question.references],
            "reference_values": [reference.value for reference in question.references],
        }
        | gaming_days(question)
        | occurred(question)
    )


def _line(row: Row) -> ExchangeLine:
    return ExchangeLine(
        exchange_id=row["exchange_id"],
        status=numbers_by_word(_STATUS)[row["status"]],
        direction=numbers_by_word(_DIRECTION)[row["direction"]],
        instrument=row["instrument"],
        paid=Money(currency=row["currency"], amount_minor=row["amount_minor"]),
        chips_minor=row["chips_minor"],
        currency=row["chips_currency"],
        exact_minor=ratio(row["exact_numerator"], row["exact_denominator"]),
        desk_id=row["desk_id"],
        person=row["person"],
        patron_session_id=row["patron_session_id"],
        occurred_at=moment(row["requested_us"]),
        gaming_day=row["gaming_day"],
        receipt_number=row["receipt_number"],
        employee_id=row["employee_id"],
        references=[Reference(name=n, value=v) for n, v in sorted(row["references"].items())],
        first_event=at(row["book"], row["first_sequence"]),
        last_event=at(row["book"], row["sequence"]),
    )


def _sum(row: Row, question: SumExchanges, terms: Terms) -> ExchangeSum:
    year, month = divmod(row["calendar_month"], 100)
    keys = zip(question.group_by_references, row["reference_keys"], strict=True)
    sums = zip(
        question.sum_references,
        row["number_counts"],
        row["totals"],
        row["not_number_counts"],
        strict=True,
    )
    return ExchangeSum(
        calendar_month=f"{year:04}-{month:02}" if year else "",
        gaming_day=row["gaming_day"],
        direction=numbers_by_word(_DIRECTION).get(row["direction_key"], 0),
        instrument=row["instrument_key"],
        desk_id=row["desk_key"],
        status=numbers_by_word(_STATUS).get(row["status_key"], 0),
        references=[Reference(name=name, value=value) for name, value in keys],
        exchange_count=row["exchange_count"],
        chips_minor=whole(row["chips_total_minor"]),
        currency=terms.currency,
        reference_sums=[
            ReferenceSum(name=n, number_count=count, total=total, not_number_count=other)
            for n, count, total, other in sums
        ],
    )
