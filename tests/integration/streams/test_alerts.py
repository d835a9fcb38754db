"""What a watch finds is an event of the compliance book, once, whoever was down meanwhile."""

import pytest
from countroom.compliance.v1.compliance_service_pb2 import RegisterCasino
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader

from tests.given import EVENING, command_id
from tests.ledger import Ledger
from tests.pages_of import PaperCasino
from tests.paper_log import moment

CASINO = "gozo"
CASHIER, COMPLIANCE = f"{CASINO}/cashier", f"{CASINO}/compliance"
WAITING = "countroom_streams_findings_waiting"


@pytest.fixture
async def compliance(streams):
    """Return the real compliance service, with a casino registered."""
    with Ledger(streams.folder, streams.bootstrap) as ledger:
        process = ledger.process("compliance").start().wait_ready()
        token = ledger.token("operator-1", ["operator"], ["*"], is_person=True)
        line = ledger.connection(process, token)
        header = CommandHeader(
            command_id=command_id(1),
            casino_id=CASINO,
            occurred_at=moment(EVENING),
            actor=Actor(employee_id="operator-1"),
        )
        await line.call("RegisterCasino", RegisterCasino(header=header, jurisdiction="malta_1998"))
        await line.close()
        yield process


def structured(casino: PaperCasino, person: str = "p-1") -> None:
    """Buy chips three times, just within the limit together."""
    for amount_minor in (640_000, 650_000, 650_000):
        casino.sells(person, amount_minor)


def alerts(streams) -> list:
    return streams.rows("SELECT rule, subject, window, text, sequence FROM alert FINAL")


async def test_a_crossing_is_an_alert_in_the_compliance_book(streams, compliance):
    """Found in the cashier's book, handed in under the watch's token, and a row of its own."""
    casino = PaperCasino(CASINO)
    worker = streams.process().start().wait_ready()

    structured(casino)
    streams.write(casino.cashier.page())

    streams.wait_until(lambda: bool(alerts(streams)), "the alert")
    ((rule, subject, window, text, _),) = alerts(streams)
    assert (rule, subject, window) == ("structuring_gaming_day", "person/p-1", "1998-06-30")
    assert text == (
        "3 purchases of MTL 640.000 to MTL 650.000 on 1998-06-30, MTL 1,940.000 together: "
        "just within the limit of MTL 2,000.000, over which a document is asked for."
    )
    streams.wait_until(lambda: worker.metric(WAITING)[""] == 0, "nothing waits")


async def test_an_alert_waits_for_the_compliance_service(streams, compliance):
    """Down when the watch found something: the finding waits in the warehouse and is handed in."""
    casino = PaperCasino(CASINO)
    compliance.child.kill9()
    worker = streams.process().start().wait_ready()
    structured(casino)
    streams.write(casino.cashier.page())
    streams.wait_for(CASHIER, casino.cashier.sequence)
    streams.wait_until(lambda: worker.metric(WAITING)[""] == 1, "one waits")
    worker.child.kill9()
    assert not alerts(streams)

    worker.start().wait_ready()
    compliance.start().wait_ready()

    streams.wait_until(lambda: len(alerts(streams)) == 1, "the alert")


async def test_an_alert_is_raised_once_however_often_the_log_is_read(streams, compliance):
    """A warehouse that is made anew finds the same again: the compliance book gets it once."""
    casino = PaperCasino(CASINO)
    worker = streams.process().start().wait_ready()
    structured(casino)
    streams.write(casino.cashier.page())
    streams.wait_until(lambda: bool(alerts(streams)), "the alert")
    before = alerts(streams)
    worker.child.stop(20)
    for table in ("cursor", "finding", "alert", "exchange", "patron_session"):
        streams.warehouse.run(f"TRUNCATE TABLE {table}")

    worker.start().wait_ready()

    streams.wait_for(CASHIER, casino.cashier.sequence)
    streams.wait_until(lambda: worker.metric(WAITING)[""] == 0, "nothing waits")
    structured(casino, "p-2")
    streams.write(casino.cashier.page())
    streams.wait_until(lambda: len(alerts(streams)) == 2, "the second person's alert")
    assert before[0] in alerts(streams)
    streams.wait_for(COMPLIANCE, 3)
    assert streams.sequence(COMPLIANCE) == 3
