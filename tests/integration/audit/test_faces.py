"""Both faces: the same question by gRPC and by HTTP has the same answer, and the same refusal."""

import csv
import io
import json

from countroom.audit.v1 import (
    event_answers_pb2,
    event_questions_pb2,
    exchange_questions_pb2,
    verification_questions_pb2,
)
from google.protobuf.json_format import MessageToDict, Parse

from tests.integration.audit.faces import METHOD, by_grpc, by_http
from tests.integration.audit.pages import CASINO


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


async def test_the_questions_can_be_read_by_a_person_without_a_token(faces):
    """The page at / lists every question, and the document is there."""
    page = await faces.http.get("/")
    document = await faces.http.get("/openapi.json")

    assert page.headers["content-type"].startswith("text/html")
    assert "List patron sessions" in page.text
    assert document.json()["openapi"] == "3.1.0"
