"""Refusals: what is wrong is said the same by both faces, where it lies and what to do."""

import grpc
import pytest
from countroom.audit.v1 import (
    event_questions_pb2,
)
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

from tests.integration.audit.faces import METHOD, by_grpc, by_http
from tests.integration.audit.pages import CASINO


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


async def test_what_is_no_address_or_no_get_is_told_what_to_do(faces):
    """404 and 405 as problems too."""
    nowhere = await faces.http.get("/v1/list-secrets")
    posted = await faces.http.post("/v1/list-events")

    assert (nowhere.status_code, nowhere.json()["reason"]) == (404, "address_unknown")
    assert (posted.status_code, posted.json()["reason"]) == (405, "method_not_allowed")
