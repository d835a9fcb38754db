"""The process: `python -m services.audit` answers by both faces over a real broker and engine."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from countroom.audit.v1.event_questions_pb2 import ListEvents
from countroom.audit.v1.verification_questions_pb2 import BookVerification, VerifyBook
from countroom.ledger.v1.event_pb2 import BookSequence

from deploy.local.ports import free_port
from deploy.local.waiting import wait_until
from loadtest.clients.audit import AuditClient
from loadtest.clients.declined import Declined
from services.warehouse.client import WarehouseAddress
from services.warehouse.migrate import migrate

WITHIN_S = 60.0
DOCUMENT = Path("docs/audit-api.md").read_text(encoding="utf-8")


@pytest.fixture
async def audit(casino, clickhouse):
    """Return the audit process and a streams worker beside a casino's cashier and compliance."""
    ledger, password = casino.ledger, clickhouse.user().password
    database = "audit_process"
    migrate(WarehouseAddress(clickhouse.host, clickhouse.port, database, password=password))
    token = ledger.token("streams", ["watch"], ["*"])
    (ledger.folder / "keys" / "watch.token").write_text(token)
    http = f"127.0.0.1:{free_port()}"
    environment = {
        "COUNTROOM_CLICKHOUSE": f"{clickhouse.host}:{clickhouse.port}",
        "COUNTROOM_CLICKHOUSE_DATABASE": database,
        "COUNTROOM_CLICKHOUSE_PASSWORD": password,
        "COUNTROOM_HTTP_ADDRESS": http,
    }
    process = ledger.process("audit", "audit-state", **environment).start()
    worker = ledger.process("streams", "streams-state", **environment).start()
    process.wait_ready()
    worker.wait_ready()
    auditor = ledger.token("auditor-1", ["auditor"], [casino.casino_id], is_person=True)
    async with AuditClient(process.address, lambda: auditor) as client:
        yield SimpleNamespace(
            process=process, client=client, http=http, token=auditor, casino_id=casino.casino_id
        )
    for running in (worker, process):
        if running.child.running:
            running.child.stop(20)


def get(audit, path: str, token: str = "") -> tuple[int, dict]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"http://{audit.http}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - our own server
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.slow
async def test_what_a_casino_did_is_asked_for_by_both_faces_and_every_question_is_an_event(audit):
    """The set-up of four desks is verified, listed by HTTP as by gRPC, and so are the questions."""
    casino, client = audit.casino_id, audit.client
    books = {f"{casino}/cashier": 1, f"{casino}/compliance": 1}
    await client.caught_up(casino, books, WITHIN_S)
    verified = await client.ask(VerifyBook(casino_id=casino, service="cashier"), BookVerification)
    known = [BookSequence(book=f"{casino}/cashier", sequence=verified.event_count)]
    question = ListEvents(casino_id=casino, service="cashier", as_known_at=known, page_size=1000)
    listed = await client.connection.call("ListEvents", question)
    vector = f"as_known_at={casino}/cashier:{verified.event_count}"
    status, told = get(
        audit,
        f"/v1/list-events?casino_id={casino}&service=cashier&page_size=1000&{vector}",
        audit.token,
    )

    assert verified.holds, verified.failure
    assert status == 200
    assert [e["event_id"] for e in told["events"]] == [e.event_id for e in listed.events]
    assert len(listed.events) == verified.event_count > 4
    await client.caught_up(casino, {f"{casino}/audit": 4}, WITHIN_S)
    asked = await client.connection.call(
        "ListEvents", ListEvents(casino_id=casino, service="audit", event_type="QuestionAsked")
    )
    assert {"question/VerifyBook", "question/ListEvents"} <= {e.stream for e in asked.events}
    assert {e.caller for e in asked.events} == {"auditor-1"}
    assert (await client.ask(VerifyBook(casino_id=casino, service="audit"), BookVerification)).holds


@pytest.mark.slow
async def test_the_examples_of_the_document_work(audit):
    """The Python and the curl example of docs/audit-api.md, at this process's addresses."""
    casino = audit.casino_id
    await audit.client.caught_up(casino, {f"{casino}/cashier": 1}, WITHIN_S)
    text = DOCUMENT.replace("st-julians", casino)
    code = text.partition("```python\n")[2].partition("```")[0]
    code = code.replace("127.0.0.1:15053", audit.process.address)
    address = re.search(r'"http://127.0.0.1:15080(/v1/[^"]*)"', text)[1].replace("\\\n", "")
    environment = os.environ | {"TOKEN": audit.token, "PYTHONPATH": ".:gen"}
    command = [sys.executable, "-c", code]
    ran = await asyncio.to_thread(
        subprocess.run, command, env=environment, capture_output=True, text=True
    )
    status, sums = await asyncio.to_thread(get, audit, address, audit.token)

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("True [(")
    assert (status, sums["groups"]) == (200, [])


@pytest.mark.slow
async def test_the_process_turns_away_who_may_not_ask_and_stops_in_order(audit):
    """No token, a casino that is not there; then SIGTERM ends it with status 0 and both ports."""
    with pytest.raises(Declined):
        await audit.client.connection.call("ListEvents", ListEvents(casino_id="elsewhere"))
    status, told = get(audit, f"/v1/list-events?casino_id={audit.casino_id}")
    page, document = get(audit, "/openapi.json")
    os.kill(audit.process.child.pid, signal.SIGTERM)

    assert (status, told["reason"]) == (401, "token_missing")
    assert (page, document["openapi"]) == (200, "3.1.0")
    assert wait_until(lambda: not audit.process.child.running, 20.0)
    assert audit.process.child.exit_code == 0
    for address in (audit.http, audit.process.address):
        host, _, port = address.rpartition(":")
        with socket.socket() as left:
            assert left.connect_ex((host, int(port))) != 0
