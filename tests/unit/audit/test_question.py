"""The audit book's own decider: each question asked is an event, and says nothing personal."""

import pytest
from countroom.audit.v1 import audit_events_pb2 as e
from countroom.audit.v1.ask_question_pb2 import AskQuestion
from countroom.audit.v1.audit_service_pb2 import DESCRIPTOR
from countroom.audit.v1.event_questions_pb2 import ListEvents
from countroom.audit.v1.exchange_questions_pb2 import SumExchanges
from countroom.ledger.v1.event_pb2 import BookSequence
from hypothesis import given, settings
from hypothesis import strategies as st

from services.audit.domain.question import parameters_of, questions, withheld_of
from services.audit.domain.refusals import AuditRefusal
from services.audit.domain.routes import AUDIT
from tests.given import Given, PaperBook, PaperHouse, header

VECTOR = [BookSequence(book="st-julians/cashier", sequence=24)]
TEXTS = st.text(st.characters(categories=["L", "N"]), min_size=5, max_size=20)


def asked(question=None, rpc="ListEvents", **given):
    question = question or ListEvents(casino_id="st-julians", as_known_at=VECTOR, **given)
    return AskQuestion(header=header(), rpc=rpc, list_events=question)


def test_a_question_is_recorded_with_who_what_and_vector():
    """The caller is the authenticated one, and the vector that of the answer."""
    Given(questions, PaperHouse(caller="auditor-1")).when(
        asked(event_type="ChipsSold", page_size=50, desk_id="desk-1")
    ).then(
        e.QuestionAsked(
            asked_by="auditor-1",
            question="ListEvents",
            parameters=[
                e.Parameter(name="page_size", value="50"),
                e.Parameter(name="event_type", value="ChipsSold"),
                e.Parameter(name="desk_id", value="desk-1"),
            ],
            as_known_at=VECTOR,
        )
    )


def test_an_export_is_told_apart_from_a_list():
    """Both put the same question; the event says which was asked."""
    Given(questions).when(asked(rpc="ExportEvents")).then(
        e.QuestionAsked(asked_by="desk-system-1", question="ExportEvents", as_known_at=VECTOR)
    )


@given(person=TEXTS, stream=TEXTS, correlation=TEXTS)
@settings(max_examples=50)
def test_what_can_name_a_person_is_withheld(person, stream, correlation):
    """Whatever is asked for by person, only the names of such fields are in the event."""
    question = ListEvents(
        casino_id="st-julians", person=person, stream=stream, correlation_id=correlation
    )
    event = e.QuestionAsked(parameters=parameters_of(question), withheld=withheld_of(question))

    assert list(event.withheld) == ["stream", "person", "correlation_id"]
    assert not event.parameters


def test_every_field_that_takes_a_person_is_marked():
    """No question can be asked by person, subject, stream, reference or correlation in clear."""
    personal = {"person", "subject", "stream", "references", "correlation_id"}
    for method in DESCRIPTOR.services_by_name["AuditService"].methods:
        for field in method.input_type.fields:
            assert field.GetOptions().debug_redact == (field.name in personal), field.full_name


def test_groups_and_names_are_recorded_as_json():
    """A list is written as JSON writes it."""
    question = SumExchanges(
        casino_id="st-julians",
        sum_references=["player_lost"],
        group_by=["EXCHANGE_GROUPING_DESK"],
        above_minor=0,
    )

    assert {(p.name, p.value) for p in parameters_of(question)} == {
        ("sum_references", '["player_lost"]'),
        ("group_by", '["EXCHANGE_GROUPING_DESK"]'),
        ("above_minor", "0"),
    }


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AskQuestion(header=header(), rpc="ListEvents"), AuditRefusal.QUESTION_UNKNOWN),
        (asked(rpc="ListSecrets"), AuditRefusal.QUESTION_UNKNOWN),
        (asked(rpc="ListAlerts"), AuditRefusal.QUESTION_UNKNOWN),
        (asked(ListEvents(casino_id="elsewhere")), AuditRefusal.CASINO_MIXED),
        (
            asked(
                ListEvents(
                    casino_id="st-julians",
                    as_known_at=[BookSequence(book="elsewhere/cashier", sequence=1)],
                )
            ),
            AuditRefusal.CASINO_MIXED,
        ),
    ],
)
def test_a_question_that_is_not_what_it_says_is_refused(command, reason):
    """No question, no such RPC, another RPC's question, another casino's."""
    Given(questions).when(command).then_refused(reason)


def test_questions_are_counted_by_kind():
    """Each kind of question is a stream, whose state is how often it was asked."""
    book = PaperBook(AUDIT)
    for _ in range(3):
        book.record(asked())
    book.record(asked(rpc="ExportEvents"))

    assert book.house.stream("question/ListEvents").times == 3
    assert book.house.stream("question/ExportEvents").times == 1


def test_neither_the_command_nor_the_state_is_changed():
    """Decide and evolve only read what they are given."""
    command, before = asked(person="p-1"), asked(person="p-1")
    state = questions.initial
    decision = questions.decide(state, command, PaperHouse())
    questions.evolve(state, decision.facts[0].event)

    assert command == before
    assert state == questions.initial
