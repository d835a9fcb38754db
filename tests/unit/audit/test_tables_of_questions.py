"""Descriptors, answerers, addresses, records and roles all know the same questions."""

from countroom.audit.v1.ask_question_pb2 import AskQuestion
from google.protobuf.message_factory import GetMessageClass

from services.audit.checks import SERVICE
from services.audit.export import FORMATS
from services.audit.http import HttpFace
from services.audit.openapi.document import document
from services.audit.questions import ANSWERERS, EXPORTERS
from services.audit.recorder import ask_question
from services.audit.routes import ROUTES
from services.chassis.auth.principal import Principal
from services.chassis.auth.roles import ROLES

RPCS = {method.name for method in SERVICE.methods}


def test_every_rpc_has_one_that_answers_it():
    """Those that stream have an exporter, all others an answerer."""
    streaming = {method.name for method in SERVICE.methods if method.server_streaming}

    assert set(EXPORTERS) == streaming
    assert set(ANSWERERS) == RPCS - streaming


def test_every_rpc_has_its_addresses_and_no_address_is_without_one():
    """One a question, and one a format for what streams; the document has the same."""
    expected = {
        route.path + suffix
        for route in ROUTES.values()
        for suffix in (FORMATS if route.streams else [""])
    }
    application = HttpFace(None, None, None).application()  # only its addresses are looked at
    served = {route.path for route in application.routes}

    assert set(ROUTES) == RPCS
    assert served == expected | {"/", "/openapi.json"}
    assert set(document()["paths"]) == expected
    assert ROUTES["ListPatronSessions"].path == "/v1/list-patron-sessions"


def test_every_question_can_be_recorded():
    """Its type is a case of AskQuestion, which is recorded under a new UUIDv7."""
    asker = Principal("auditor-1", frozenset({"auditor"}), frozenset(), "t", is_person=True)
    for route in ROUTES.values():
        question = GetMessageClass(route.question)(casino_id="st-julians")
        command = ask_question(route.rpc, question, asker, 899_233_200_000_000)

        assert getattr(command, command.WhichOneof("question")) == question
        assert command.header.command_id[14] == "7"
        assert command.header.actor.employee_id == "auditor-1"
    cases = {c.message_type.full_name for c in AskQuestion.DESCRIPTOR.oneofs[0].fields}
    assert cases == {route.question.full_name for route in ROUTES.values()}


def test_every_question_takes_a_vector_and_every_answer_has_one():
    """So that any answer can be had again exactly as it was."""
    for route in ROUTES.values():
        asked, answered = route.question.fields_by_name, route.answer.fields_by_name

        assert {"casino_id", "as_known_at", "known_at"} <= set(asked)
        assert answered["as_known_at"].message_type.name == "BookSequence"
        assert ("cursor" in asked) == ("next_cursor" in answered) or route.streams


def test_every_question_stands_in_the_table_of_roles():
    """Auditors may ask all of them; what the table does not name is shut to everyone."""
    for route in ROUTES.values():
        assert "auditor" in ROLES.rpcs[route.method_path]
