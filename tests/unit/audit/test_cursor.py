"""Cursors: given back as they are they go on, changed or moved to another question they do not."""

import pytest
from countroom.audit.v1.event_questions_pb2 import ListEvents
from countroom.audit.v1.exception_questions_pb2 import ListExceptions
from countroom.ledger.v1.event_pb2 import BookSequence
from hypothesis import given
from hypothesis import strategies as st

from services.audit.cursor import Position, read_cursor, write_cursor
from services.chassis.answers import Answered
from tests.unit.audit.paper_rows import CASINO, VECTOR

QUESTION = ListEvents(casino_id=CASINO, service="cashier")
TEXTS = st.text(max_size=40)


def with_cursor(cursor, **changes):
    question = ListEvents(casino_id=CASINO, service="cashier")
    question.MergeFrom(ListEvents(cursor=cursor, **changes))
    return question


@given(
    st.lists(TEXTS, min_size=3, max_size=3),
    st.lists(st.tuples(TEXTS, st.integers(0, 2**62)), max_size=5),
)
def test_a_cursor_holds_its_position(after, known):
    """What was written is read again, whatever it is, and needs no escaping in an address."""
    vector = tuple(BookSequence(book=book, sequence=sequence) for book, sequence in known)
    position = Position(vector, tuple(after))
    cursor = write_cursor("ListEvents", QUESTION, position)

    assert read_cursor("ListEvents", with_cursor(cursor), 3) == position
    assert cursor.replace("-", "").replace("_", "").isalnum()


def test_no_cursor_is_no_position():
    """The first page has none."""
    assert read_cursor("ListEvents", QUESTION, 3) is None


def test_the_page_size_may_change_on_the_way():
    """It is no part of what is asked."""
    cursor = write_cursor("ListEvents", QUESTION, Position(VECTOR, ("1", "b", "2")))

    assert read_cursor("ListEvents", with_cursor(cursor, page_size=7), 3)


@pytest.mark.parametrize(
    ("rpc", "question", "columns"),
    [
        ("ListEvents", with_cursor("", person="p-1"), 3),
        ("ListEvents", with_cursor("", as_known_at=VECTOR), 3),
        ("ListExceptions", ListExceptions(casino_id=CASINO, service="cashier"), 3),
        ("ListEvents", with_cursor(""), 2),
    ],
    ids=["another filter", "another vector", "another question", "another order"],
)
def test_a_cursor_of_another_question_is_refused(rpc, question, columns):
    """It would go on in an answer that was never begun."""
    question.cursor = write_cursor("ListEvents", QUESTION, Position(VECTOR, ("1", "b", "2")))

    with pytest.raises(Answered, match="another question"):
        read_cursor(rpc, question, columns)


@given(st.text(min_size=1, max_size=200))
def test_a_text_that_is_no_cursor_is_refused(text):
    """Never a crash, whatever is sent."""
    with pytest.raises(Answered, match="cursor"):
        read_cursor("ListEvents", with_cursor(text), 3)
