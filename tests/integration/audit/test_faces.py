"""Both faces: the same question by gRPC and by HTTP has the same answer, and the same refusal."""

import csv
import io
import json
from types import SimpleNamespace
from urllib.parse import urlencode

import grpc
import httpx
import pytest
from countroom.audit.v1 import (
    event_answers_pb2,
    event_questions_pb2,
    exchange_questions_pb2,
    verification_questions_pb2,
)
from google.protobuf.json_format import MessageToDict, Parse
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

from deploy.local.issuer import LocalIssuer
from services.audit.checks import SERVICE
from services.audit.http import HttpFace
from services.audit.service import handlers
from services.chassis.auth.gate import Gate
from services.chassis.auth.interceptor import AuthInterceptor
from services.chassis.auth.revocations import Revocations
from services.chassis.auth.tokens import TokenVerifier
from services.chassis.metrics import Metrics
from tests.integration.audit.pages import CASINO

METHOD = f"/{SERVICE.full_name}/"


@pytest.fixture
async def faces(asker, tmp_path):
    """Return a gRPC channel, an HTTP client, and tokens of three roles."""
    issuer, revocations = LocalIssuer.at(tmp_path), Revocations()
    gate = Gate(TokenVerifier(issuer.jwks, "countroom-local", "countroom", revocations))
    server = grpc.aio.server(interceptors=(AuthInterceptor(gate),))
    server.add_generic_rpc_handlers((handlers(asker.inquiry),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    face = HttpFace(asker.inquiry, gate, Metrics())
    transport = httpx.ASGITransport(face.application(), raise_app_exceptions=False)
    tokens = {
        role: issuer.issue(f"{role}-1", [role], [CASINO], is_person=True, token_id=f"t-{role}")
        for role in ("auditor", "cashier", "operator")
    }
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
        httpx.AsyncClient(transport=transport, base_url="http://audit") as client,
    ):
        yield SimpleNamespace(channel=channel, http=client, tokens=tokens, revocations=revocations)
    await server.stop(None)


async def by_grpc(faces, rpc, question, answer, role="auditor"):
    call = faces.channel.unary_unary(
        METHOD + rpc, type(question).SerializeToString, answer.FromString
    )
    return await call(question, metadata=(("authorization", f"Bearer {faces.tokens[role]}"),))


async def by_http(faces, path, role="auditor", **given):
    headers = {"authorization": f"Bearer {faces.tokens[role]}"} if role else {}
    query = urlencode({"casino_id": CASINO} | given, doseq=True)
    return await faces.http.get(f"/v1/{path}?{query}", headers=headers)


async def test_one_question_has_one_answer_by_either_face(faces):
    """JSON parses back into the message that gRPC gives."""
    question = exchange_questions_pb2.SumExchanges(
        casino_id=CASINO,
        group_by=["EXCHANGE_GROUPING_CALENDAR_MONTH", "EXCHANGE_GROUPING_DIRECTION"],
        sum_references=["player_lost"],
    )
    said = await by_grpc(faces, "SumExchanges", question, exchange_questions_pb2.ExchangeSums)
    told = await by_http(
        faces,
        "sum-exchanges",
        group_by=["calendar_month", "direction"],
        sum_references="player_lost",
        as_known_at=[f"{k.book}:{k.sequence}" for k in said.as_known_at],
    )

    assert told.status_code == 200
    assert told.headers["content-type"] == "application/json"
    assert told.headers["cache-control"] == "no-store"
    assert Parse(told.text, exchange_questions_pb2.ExchangeSums()) == said


async def test_an_event_over_http_shows_its_payload_in_words(faces, receipts):
    """The Any of the answer is written out, type and all."""
    told = await by_http(faces, "get-event", service="cashier", sequence=16)
    payload = told.json()["payload"]

    assert payload["@type"].endswith("countroom.cashier.v1.ChipsSold")
    assert payload["exchange"]["person"] == "p-3"
    assert told.json()["line"]["sequence"] == "16"


async def test_what_is_wrong_is_said_for_each_parameter(faces):
    """Misspelt, of the wrong form, out of range and unknown words, all at once."""
    told = await by_http(faces, "list-exchanges", statuz="completed", direction="up", page_size="x")
    body = told.json()

    assert (told.status_code, body["reason"]) == (400, "invalid_request")
    assert told.headers["content-type"] == "application/problem+json"
    violations = {v["field"]: v["text"] for v in body["violations"]}
    assert violations["statuz"].endswith("did you mean status?")
    assert "purchase, cash_out" in violations["direction"]
    assert violations["page_size"] == "must be a whole number"


@pytest.mark.parametrize(
    ("path", "given", "field"),
    [
        ("list-events", {"page_size": 1001}, "page_size"),
        ("list-events", {"gaming_day_from": "1998-02-30"}, "gaming_day_from"),
        ("list-events", {"occurred_from": "yesterday"}, "occurred_from"),
        ("list-events", {"event_type": "ChipsStolen"}, "event_type"),
        ("list-events", {"service": "laundry"}, "service"),
        ("list-events", {"casino_id": ""}, "casino_id"),
        ("list-events", {"command_id": "1"}, "command_id"),
        ("list-events", {"cursor": "!"}, "cursor"),
        (
            "list-events",
            {"gaming_day_from": "1998-07-01", "gaming_day_through": "1998-06-01"},
            "gaming_day_through",
        ),
        ("get-event", {}, "event_id"),
        ("get-event", {"service": "cashier"}, "sequence"),
        ("sum-exchanges", {"group_by": "colour"}, "group_by"),
        ("list-patron-sessions", {"over_minor": 5}, "direction"),
        ("verify-book", {}, "service"),
        ("export-events.csv", {"page_size": 5}, "page_size"),
        ("export-events.ndjson", {"newest_first": "true"}, "newest_first"),
        (
            "list-events",
            {"known_at": "1998-06-30T19:00:00Z", "as_known_at": f"{CASINO}/cashier:3"},
            "known_at",
        ),
    ],
)
async def test_a_question_that_is_not_as_it_must_be_names_the_field(faces, path, given, field):
    """400 with the field; nothing is recorded."""
    told = await by_http(faces, path, **given)

    assert told.status_code == 400
    assert [v["field"] for v in told.json()["violations"]] == [field]


async def test_grpc_refuses_the_same_with_the_same_violations(faces):
    """INVALID_ARGUMENT, BadRequest and a stable reason."""
    question = event_questions_pb2.ListEvents(casino_id=CASINO, page_size=1001, service="laundry")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await by_grpc(faces, "ListEvents", question, event_questions_pb2.EventList)
    status = rpc_status.from_call(refused.value)
    info, request = ErrorInfo(), BadRequest()
    for detail in status.details:
        detail.Unpack(info)
        detail.Unpack(request)

    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert info.reason == "INVALID_REQUEST"
    assert {v.field for v in request.field_violations} == {"page_size", "service"}


async def test_a_field_that_this_version_does_not_know_is_refused(faces):
    """A question is never answered without a condition that it set."""
    call = faces.channel.unary_unary(
        METHOD + "ListEvents", lambda raw: raw, event_questions_pb2.EventList.FromString
    )
    raw = event_questions_pb2.ListEvents(casino_id=CASINO).SerializeToString() + b"\xfa\x3f\x01x"
    token = (("authorization", f"Bearer {faces.tokens['auditor']}"),)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call(raw, metadata=token)

    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def test_a_cursor_is_good_for_its_own_question_only(faces):
    """With another filter, or another question, the cursor is refused."""
    first = (await by_http(faces, "list-events", page_size=2)).json()
    cursor = first["next_cursor"]
    more = await by_http(faces, "list-events", page_size=5, cursor=cursor)
    other = await by_http(faces, "list-events", cursor=cursor, service="cashier")
    another = await by_http(faces, "list-exceptions", cursor=cursor)

    assert more.status_code == 200
    assert len(more.json()["events"]) == 5
    for told in (other, another):
        assert told.status_code == 400
        assert [v["field"] for v in told.json()["violations"]] == ["cursor"]


async def test_who_may_not_ask_is_told_so(faces):
    """No token 401, another role or casino 403, a revoked token 401; each with its reason."""
    none = await by_http(faces, "list-events", role="")
    cashier = await by_http(faces, "list-events", role="cashier")
    casino = await by_http(faces, "list-events", casino_id="elsewhere")
    operator = await by_http(faces, "get-trial-balance", role="operator")
    faces.revocations.revoke("t-auditor")
    revoked = await by_http(faces, "list-events")

    assert (none.status_code, none.json()["reason"]) == (401, "token_missing")
    assert none.headers["www-authenticate"] == "Bearer"
    assert (cashier.status_code, cashier.json()["reason"]) == (403, "role_not_allowed")
    assert (casino.status_code, casino.json()["reason"]) == (403, "casino_not_allowed")
    assert operator.status_code == 200
    assert (revoked.status_code, revoked.json()["reason"]) == (401, "token_revoked")


async def test_what_is_ahead_or_not_there_has_its_own_status(faces):
    """409 with the figures for a vector ahead, 404 for an event that is not there."""
    ahead = await by_http(faces, "list-events", as_known_at=f"{CASINO}/cashier:99")
    absent = await by_http(faces, "get-event", service="cashier", sequence=99)

    assert (ahead.status_code, ahead.json()["reason"]) == (409, "vector_ahead")
    assert ahead.json()["facts"]["read_sequence"] == "24"
    assert (absent.status_code, absent.json()["reason"]) == (404, "event_not_found")


async def test_an_export_is_the_same_events_as_lines(faces):
    """NDJSON parses back into the events; CSV has a head and a line an event."""
    ndjson = await by_http(faces, "export-events.ndjson")
    table = await by_http(faces, "export-events.csv")
    events = [Parse(line, event_answers_pb2.ExportedEvent()) for line in ndjson.text.splitlines()]
    lines = list(csv.DictReader(io.StringIO(table.text)))

    assert ndjson.headers["content-type"] == "application/x-ndjson"
    assert "attachment" in table.headers["content-disposition"]
    assert len(events) == len(lines) == 26
    assert [e.line.event_id for e in events] == [line["event_id"] for line in lines]
    missed = next(line for line in lines if line["sequence"] == "16")
    assert "chips_outstanding/cashier MTL" in missed["postings"]
    assert json.loads(missed["payload"])["exchange"]["person"] == "p-3"


async def test_a_spreadsheet_does_not_take_a_text_for_a_formula(faces):
    """A correlation id that begins with = is set off by an apostrophe in CSV, and only there."""
    table = await by_http(faces, "export-events.csv", service="cashier")
    lines = list(csv.DictReader(io.StringIO(table.text)))

    assert {line["correlation_id"] for line in lines} == {"", "'=visit-3"}


async def test_a_streamed_export_by_grpc_is_the_same(faces):
    """Every event, one message each."""
    call = faces.channel.unary_stream(
        METHOD + "ExportEvents",
        event_questions_pb2.ListEvents.SerializeToString,
        event_answers_pb2.ExportedEvent.FromString,
    )
    token = (("authorization", f"Bearer {faces.tokens['auditor']}"),)
    question = event_questions_pb2.ListEvents(casino_id=CASINO)
    events = [event async for event in call(question, metadata=token)]

    assert len(events) == 26
    assert MessageToDict(events[0])["line"]["book"] == f"{CASINO}/cashier"


async def test_a_book_is_verified_by_either_face(faces):
    """The same verdict."""
    question = verification_questions_pb2.VerifyBook(casino_id=CASINO, service="cashier")
    answer = verification_questions_pb2.BookVerification
    said = await by_grpc(faces, "VerifyBook", question, answer)
    told = await by_http(faces, "verify-book", service="cashier")

    assert said.holds
    assert told.json()["holds"] is True
    assert told.json()["event_count"] == "24"


async def test_what_is_no_address_or_no_get_is_told_what_to_do(faces):
    """404 and 405 as problems too."""
    nowhere = await faces.http.get("/v1/list-secrets")
    posted = await faces.http.post("/v1/list-events")

    assert (nowhere.status_code, nowhere.json()["reason"]) == (404, "address_unknown")
    assert (posted.status_code, posted.json()["reason"]) == (405, "method_not_allowed")


async def test_the_questions_can_be_read_by_a_person_without_a_token(faces):
    """The page at / lists every question, and the document is there."""
    page = await faces.http.get("/")
    document = await faces.http.get("/openapi.json")

    assert page.headers["content-type"].startswith("text/html")
    assert "List patron sessions" in page.text
    assert document.json()["openapi"] == "3.1.0"
