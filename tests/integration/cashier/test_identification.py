"""Over the limit: identified first, whichever desks and tokens it took to get there."""

import asyncio

import pytest
from countroom.cashier.v1.cashier_service_pb2 import CompleteExchange, SellChips
from countroom.cashier.v1.exchange_pb2 import CashPayment, ChipPayment
from countroom.compliance.v1.compliance_service_pb2 import IdentifyPerson
from countroom.ledger.v1.person_pb2 import IdentityDocument

from loadtest.clients.declined import Declined
from tests.invariants import read_log
from tests.load import command_header

LIMIT_MINOR = 2_000_000
DOCUMENT = IdentityDocument(
    document_type="passport", document_number="X-1-0042", issuer="MT", full_name="A. Person"
)


def sale(casino, amount_minor, person="p-1", desk_id="desk-1", **more):
    payment = ChipPayment(cash=CashPayment(amount_minor=amount_minor))
    return SellChips(
        header=command_header(casino.casino_id), desk_id=desk_id, person=person, payment=payment,
        **more,
    )  # fmt: skip


def completion(casino, waiting, document=DOCUMENT):
    return CompleteExchange(
        header=command_header(casino.casino_id),
        person=waiting.person,
        exchange_id=waiting.header.command_id,
        document=document,
    )


async def chips_sold_minor(casino):
    chief = casino.person("chief-1", "chief_cashier")
    balances = await chief.balances(casino.casino_id)
    by_account = {b.account: b.balance_minor for b in balances.balances}
    return -by_account.get("chips_outstanding/cashier", 0)


@pytest.mark.obligation("M46.1")
@pytest.mark.parametrize(
    ("amount_minor", "happened"),
    [(LIMIT_MINOR, "ChipsSold"), (LIMIT_MINOR + 1, "IdentificationRequired")],
)
async def test_the_limit_itself_passes_and_a_mil_more_waits(casino, amount_minor, happened):
    """Strictly more than Lm2,000.000 waits for a document; nothing has moved until then."""
    receipt = await casino.desk().send(sale(casino, amount_minor))

    assert happened == receipt.event_types[-1]
    moved = amount_minor if happened == "ChipsSold" else 0
    assert moved == await chips_sold_minor(casino)


@pytest.mark.obligation("M46.1")
async def test_an_exchange_that_waits_completes_with_a_document(casino):
    """The second command names the first, brings the document, and the value moves."""
    waiting = sale(casino, LIMIT_MINOR + 1)
    await casino.desk().send(waiting)
    receipt = await casino.desk().send(completion(casino, waiting))

    assert ["IdentificationRecorded", "ChipsSold"] == list(receipt.event_types)
    assert await chips_sold_minor(casino) == LIMIT_MINOR + 1


@pytest.mark.obligation("M46.1")
async def test_without_a_document_it_does_not_complete(casino):
    """A completion that brings none is turned down, and the exchange goes on waiting."""
    waiting = sale(casino, LIMIT_MINOR + 1)
    await casino.desk().send(waiting)

    with pytest.raises(Declined):
        await casino.desk().send(completion(casino, waiting, document=None))
    assert await chips_sold_minor(casino) == 0


@pytest.mark.obligation("M46.4")
async def test_two_desks_at_the_same_moment_do_not_slip_under_the_limit(casino):
    """Of twenty exchanges of 300 sent together by four desks, six pass and the others wait."""
    desk = casino.desk()
    sales = [sale(casino, 300_000, desk_id=f"desk-{n % 4 + 1}") for n in range(20)]

    receipts = await asyncio.gather(*(desk.send(command) for command in sales))

    last = [receipt.event_types[-1] for receipt in receipts]
    assert (last.count("ChipsSold"), last.count("IdentificationRequired")) == (6, 14)
    assert await chips_sold_minor(casino) == 1_800_000


@pytest.mark.obligation("M46.4")
async def test_two_tokens_found_to_be_one_person_at_the_entrance_count_as_one(casino):
    """The compliance book links them, and the cage counts both, back through the open session."""
    desk, office = casino.desk(), casino.person("office-1", "compliance_officer", "compliance")
    await desk.send(sale(casino, 1_500_000, "p-1"))
    for person in ("p-1", "p-2"):
        header = command_header(casino.casino_id, "office-1")
        await office.send(IdentifyPerson(header=header, person=person, document=DOCUMENT))

    async def waits():
        receipt = await desk.send(sale(casino, 600_000, "p-2"))
        return receipt.event_types[-1] == "IdentificationRequired"

    # What the compliance book recorded reaches the cage within moments, not at once.
    async with asyncio.timeout(10):
        while not await waits():
            pass
    assert await chips_sold_minor(casino) <= 1_500_000 + 3 * 600_000


async def test_no_clear_text_of_a_person_enters_the_log(casino, kafka):
    """The document's number, name and the rest are nowhere in the bytes of the events."""
    await casino.desk().send(sale(casino, LIMIT_MINOR + 1, document=DOCUMENT))

    raw = b"".join(e.SerializeToString() for e in read_log(kafka.bootstrap, "cashier").events)
    assert b"X-1-0042" not in raw
    assert b"A. Person" not in raw
