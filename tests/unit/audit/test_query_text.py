"""Query text: every field of every question can be written in an address, and is read as meant."""

import pytest
from countroom.audit.v1.event_questions_pb2 import ListEvents
from countroom.audit.v1.exchange_questions_pb2 import ExchangeGrouping, ListExchanges, SumExchanges
from countroom.cashier.v1.exchange_pb2 import Direction, Reference
from countroom.ledger.v1.event_pb2 import BookSequence
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.error_details_pb2 import BadRequest
from hypothesis import given
from hypothesis import strategies as st

from services.audit.enum_text import numbers_by_word
from services.audit.query_text import question_from
from services.audit.routes import ROUTES
from services.chassis.answers import Answered

FIELDS = [field for route in ROUTES.values() for field in route.question.fields]
WRITTEN = {
    "google.protobuf.Timestamp": "1998-06-30T19:00:00.5Z",
    "countroom.ledger.v1.BookSequence": "st-julians/cashier:120",
    "countroom.cashier.v1.Reference": "game=BJ=1",
}


def written(field):
    if field.message_type is not None:
        return WRITTEN[field.message_type.full_name]
    if field.enum_type is not None:
        return next(iter(numbers_by_word(field.enum_type)))
    return {
        FieldDescriptor.TYPE_BOOL: "true",
        FieldDescriptor.TYPE_STRING: "x",
        FieldDescriptor.TYPE_INT32: "7",
        FieldDescriptor.TYPE_INT64: "7",
    }[field.type]


@pytest.mark.parametrize("field", FIELDS, ids=lambda f: f.full_name.partition("v1.")[2])
def test_every_field_of_every_question_can_be_written(field):
    """Each has a form in text, and is set by it."""
    question = question_from(field.containing_type, [(field.name, written(field))])

    assert [f.name for f, _ in question.ListFields()] == [field.name]


def test_forms_mean_what_they_say():
    """Moments, books with sequences, references and enum words."""
    given_text = [
        ("occurred_from", "1998-06-30T19:00:00Z"),
        ("as_known_at", "st-julians/cashier:120"),
        ("as_known_at", "st-julians/compliance:5"),
        ("references", "note=a=b"),
        ("direction", "cash_out"),
        ("above_minor", "0"),
    ]

    assert question_from(ListExchanges.DESCRIPTOR, given_text) == ListExchanges(
        occurred_from=Timestamp(seconds=899_233_200),
        as_known_at=[
            BookSequence(book="st-julians/cashier", sequence=120),
            BookSequence(book="st-julians/compliance", sequence=5),
        ],
        references=[Reference(name="note", value="a=b")],
        direction=Direction.DIRECTION_CASH_OUT,
        above_minor=0,
    )


def test_an_enum_takes_its_word_or_its_full_name():
    """As JSON writes it, or short; "unspecified" is neither."""
    short = question_from(SumExchanges.DESCRIPTOR, [("group_by", "gaming_day")])
    full = question_from(SumExchanges.DESCRIPTOR, [("group_by", "EXCHANGE_GROUPING_GAMING_DAY")])

    assert short == full
    assert list(short.group_by) == [ExchangeGrouping.EXCHANGE_GROUPING_GAMING_DAY]
    with pytest.raises(Answered, match="must be one of calendar_month, gaming_day"):
        question_from(SumExchanges.DESCRIPTOR, [("group_by", "EXCHANGE_GROUPING_UNSPECIFIED")])


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("page_size", "1.5", "whole number"),
        ("page_size", "9" * 30, "whole number"),
        ("page_size", "3000000000", "below 2147483648"),
        ("page_size", "٣", "whole number"),
        ("newest_first", "yes", "true or false"),
        ("occurred_from", "1998-06-30", "a moment"),
        ("as_known_at", "cashier", "a book and a sequence"),
        ("as_known_at", "a/cashier:x", "whole number"),
        ("persn", "p", "did you mean person?"),
    ],
)
def test_a_text_of_another_form_is_told_what_it_must_be(name, text, what):
    """Where, and what to write instead."""
    with pytest.raises(Answered, match=what):
        question_from(ListEvents.DESCRIPTOR, [(name, text)])


def test_a_single_property_given_twice_is_refused():
    """Neither of two values is silently left out."""
    with pytest.raises(Answered, match="must be given once"):
        question_from(ListEvents.DESCRIPTOR, [("person", "p-1"), ("person", "p-2")])


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=40)), max_size=8))
def test_any_address_is_a_question_or_names_what_is_wrong(pairs):
    """Never anything else, whatever is sent."""
    refused = None
    try:
        question_from(ListEvents.DESCRIPTOR, pairs)
    except Answered as early:
        refused = early.status
    request = BadRequest()

    assert refused is None or any(detail.Unpack(request) for detail in refused.details)
    assert refused is None or request.field_violations
