"""Vectors and the record of questions: what was known, and who asked."""

import pytest
from countroom.audit.v1 import audit_events_pb2, event_questions_pb2
from countroom.audit.v1.balance_questions_pb2 import GetTrialBalance
from countroom.audit.v1.event_questions_pb2 import ListEvents
from countroom.audit.v1.exchange_questions_pb2 import ListExchanges
from countroom.audit.v1.verification_questions_pb2 import VerifyBook
from countroom.cashier.v1.exchange_pb2 import Reference
from countroom.ledger.v1.event_pb2 import BookSequence, Event
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.code_pb2 import Code

from services.audit.payloads import fact_of
from services.chassis.auth.principal import Principal
from tests.given import EVENING
from tests.integration.audit.asker import AUDITOR
from tests.integration.audit.pages import CASINO


def at(service, sequence):
    return BookSequence(book=f"{CASINO}/{service}", sequence=sequence)


def test_an_answer_names_the_vector_that_gives_it_again(asker):
    """Asked again at the vector of its answer, a question has the same answer."""
    first = asker.ask("ListEvents", ListEvents(casino_id=CASINO))
    again = asker.ask("ListEvents", ListEvents(casino_id=CASINO, as_known_at=first.as_known_at))

    assert [(k.book, k.sequence) for k in first.as_known_at] == [
        (f"{CASINO}/cashier", 24),
        (f"{CASINO}/compliance", 2),
    ]
    assert again == first


def test_a_moment_of_recording_becomes_the_vector_known_then(asker):
    """Eleven minutes in, the cashier's book stood at 8 and the compliance book at 1."""
    moment = Timestamp(seconds=int(EVENING.timestamp()) + 11 * 60)
    answer = asker.ask("GetTrialBalance", GetTrialBalance(casino_id=CASINO, known_at=moment))

    assert list(answer.as_known_at) == [at("cashier", 8), at("compliance", 1)]
    assert answer.is_zero


def test_a_book_left_out_of_a_vector_was_not_known(asker):
    """Only the compliance book's events are there."""
    question = ListEvents(casino_id=CASINO, as_known_at=[at("compliance", 2)])
    answer = asker.ask("ListEvents", question)

    assert {e.book for e in answer.events} == {f"{CASINO}/compliance"}


@pytest.mark.parametrize(
    ("vector", "code"),
    [
        ([at("cashier", 25)], Code.FAILED_PRECONDITION),
        ([at("tables", 1)], Code.FAILED_PRECONDITION),
        ([BookSequence(book="elsewhere/cashier", sequence=1)], Code.INVALID_ARGUMENT),
        ([BookSequence(book="x", sequence=1)], Code.INVALID_ARGUMENT),
        ([at("cashier", 1), at("cashier", 2)], Code.INVALID_ARGUMENT),
    ],
    ids=["ahead", "no such book", "another casino", "no book", "twice"],
)
def test_a_vector_that_cannot_be_is_refused(asker, vector, code):
    """One ahead of what has been read may be asked again later, any other is wrong for ever."""
    question = ListEvents(casino_id=CASINO, as_known_at=vector)

    assert asker.refused("ListEvents", question).code == code
    assert asker.recorder.commands == []


def test_at_a_moment_before_everything_nothing_is_known(asker):
    """The answer is empty and so is its vector; what is not known can't be verified."""
    before = Timestamp(seconds=1)
    answer = asker.ask("ListEvents", ListEvents(casino_id=CASINO, known_at=before))
    book = VerifyBook(casino_id=CASINO, service="cashier", known_at=before)

    assert not answer.events
    assert not answer.as_known_at
    assert asker.refused("VerifyBook", book).code == Code.FAILED_PRECONDITION


def test_a_token_for_another_casino_may_not_ask(asker):
    """Denied, and neither recorded nor answered."""
    who = Principal("a", frozenset({"auditor"}), frozenset({"elsewhere"}), "t-3", is_person=True)

    status = asker.refused("ListEvents", ListEvents(casino_id=CASINO), who)

    assert status.code == Code.PERMISSION_DENIED
    assert asker.recorder.commands == []


@pytest.mark.obligation("M43.2")
def test_each_question_is_an_event_before_its_answer(asker, evening):
    """Who asked what at which vector; what can name a person is named and withheld."""
    question = ListExchanges(
        casino_id=CASINO, person="p-1", references=[Reference(name="game", value="BJ")], page_size=1
    )
    answer = asker.ask("ListExchanges", question)
    question.cursor = answer.next_cursor
    asker.ask("ListExchanges", question)
    *_, first, second = (fact_of(Event.FromString(p.events[0])) for p in evening[0].audit.pages())

    assert first == audit_events_pb2.QuestionAsked(
        asked_by="auditor-1",
        question="ListExchanges",
        parameters=[audit_events_pb2.Parameter(name="page_size", value="1")],
        withheld=["person", "references"],
        as_known_at=answer.as_known_at,
    )
    assert second.continued
    assert asker.recorder.commands[0].header.actor.employee_id == AUDITOR.subject


def test_what_cannot_be_recorded_is_not_answered(asker):
    """The answer never leaves before the question is in the book."""

    class Away:
        async def record(self, command):
            raise ConnectionError

    object.__setattr__(asker.inquiry, "recorder", Away())
    with pytest.raises(ConnectionError):
        asker.ask("ListEvents", event_questions_pb2.ListEvents(casino_id=CASINO))
