"""The HTTP face by itself: whatever is sent is answered, or told what is wrong with it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import urlencode

import httpx
import pytest
from countroom.ledger.v1.receipt_pb2 import Receipt
from hypothesis import given, settings
from hypothesis import strategies as st

from services.audit.http import HttpFace
from services.audit.inquiry import Inquiry
from services.audit.routes import ROUTES
from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.auth.principal import Principal
from services.chassis.auth.tokens import Verified
from services.chassis.metrics import Metrics
from services.chassis.partition_writer import InDoubt
from tests.unit.audit.paper_rows import CASINO, PaperRows

WHO = Principal("auditor-1", frozenset({"auditor"}), frozenset({CASINO}), "t-1", is_person=True)
CURSOR = [{"book": f"{CASINO}/cashier", "sequence": 24, "page_hash_hex": "00"}]
PATHS = [
    route.path + suffix
    for route in ROUTES.values()
    for suffix in ((".ndjson", ".csv") if route.streams else ("",))
]
NAMES = sorted({field.name for route in ROUTES.values() for field in route.question.fields})


class OpenGate:
    """Lets everyone in as the auditor, until it is shut."""

    def __init__(self):
        self.good_for = 10**9

    def admit(self, authorization, method):
        return Verified(WHO, "kid", 1e12)

    def require_good(self, verified):
        self.good_for -= 1
        if self.good_for < 0:
            raise Answered(answers.unauthenticated("token_revoked", "The token was revoked."))


class PaperRecorder:
    """Says that it has recorded, or fails as it is told to."""

    def __init__(self, failure=None):
        self.failure, self.commands = failure, []

    async def record(self, command):
        if self.failure is not None:
            raise self.failure
        self.commands.append(command)
        return Receipt()


def face(rows=None, failure=None):
    paper = rows or PaperRows(cursor=CURSOR, event_page=[{"event_count": 1}])
    recorder, threads = PaperRecorder(failure), ThreadPoolExecutor(1)
    inquiry = Inquiry(paper, recorder, threads, lambda: 899_233_200_000_000)
    gate, metrics = OpenGate(), Metrics()
    http = HttpFace(inquiry, gate, metrics)
    return SimpleNamespace(
        app=http.application(), gate=gate, recorder=recorder, metrics=metrics, threads=threads
    )


def get(made, path, pairs=(), **given_):
    """Return the response to one GET."""

    async def asked():
        transport = httpx.ASGITransport(made.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://audit") as client:
            return await client.get(f"{path}?{urlencode([*pairs, *given_.items()])}")

    try:
        return asyncio.run(asked())
    finally:
        made.threads.shutdown()


@given(
    path=st.sampled_from(PATHS),
    pairs=st.lists(
        st.tuples(
            st.sampled_from(NAMES) | st.text(max_size=10),
            st.text(max_size=30) | st.integers().map(str) | st.just(CASINO),
        ),
        max_size=6,
    ),
)
@settings(max_examples=300, deadline=None)
def test_any_address_is_answered_or_told_what_is_wrong(path, pairs):
    """Never a fault of ours: an answer, or a problem with a reason and where it lies."""
    response = get(face(), path, [("casino_id", CASINO), *pairs])

    assert response.status_code in {200, 400, 403, 404, 409}
    if response.status_code == 400:
        body = response.json()
        assert body["violations"]
        assert body["reason"] == "invalid_request"


def test_a_question_that_is_turned_down_is_not_recorded():
    """Only what is asked in earnest is an event."""
    made = face()
    get(made, "/v1/list-events", casino_id=CASINO, page_size="x")

    assert made.recorder.commands == []


def test_a_ledger_in_doubt_says_try_again():
    """The question could not be recorded for certain, so it is not answered."""
    response = get(face(failure=InDoubt()), "/v1/list-events", casino_id=CASINO)

    assert (response.status_code, response.json()["reason"]) == (503, "in_doubt")


def test_a_fault_tells_nothing_of_itself():
    """No trace and no message leaves the process."""
    response = get(face(failure=RuntimeError("secret")), "/v1/list-events", casino_id=CASINO)

    assert (response.status_code, response.json()["reason"]) == (500, "fault")
    assert "secret" not in response.text


def test_an_export_ends_with_the_token_it_was_asked_with():
    """A token revoked on the way cuts the stream off: what came is not a whole answer."""
    row = {"book": f"{CASINO}/cashier", "sequence": 1, "raw": b""}
    made = face(PaperRows(cursor=CURSOR, event_export=[row]))
    made.gate.good_for = 0
    response = get(made, "/v1/export-events.ndjson", casino_id=CASINO)

    assert response.text == ""


@pytest.mark.parametrize("path", PATHS)
def test_each_answer_is_counted_under_its_rpc(path):
    """By HTTP or gRPC, a question has one name in the metrics."""
    made = face()
    get(made, path, casino_id="nowhere")
    (route,) = [r for r in ROUTES.values() if path.removesuffix(".csv").startswith(r.path)]
    counted = made.metrics.registry.get_sample_value(
        "countroom_rpcs_total", {"method": route.method_path, "code": "INVALID_ARGUMENT"}
    ) or made.metrics.registry.get_sample_value(
        "countroom_rpcs_total", {"method": route.method_path, "code": "PERMISSION_DENIED"}
    )

    assert counted == 1
