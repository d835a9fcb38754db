"""Bad input: told what is wrong, never INTERNAL, never an event."""

import random
import time

import grpc
import pytest
from countroom.cashier.v1.cashier_service_pb2 import OpenDesk, SellChips
from countroom.cashier.v1.exchange_pb2 import CashPayment, ChipPayment, ForeignCashPayment
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.error_details_pb2 import BadRequest
from grpc_status import rpc_status

from loadtest.clients.declined import Declined
from tests.fuzz import Fuzzed
from tests.load import command_header

DECLINED_INPUT = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
}


def sale(casino_id, amount_minor=50_000, **header):
    head = command_header(casino_id)
    for name, value in header.items():
        setattr(head, name, value)
    payment = ChipPayment(cash=CashPayment(amount_minor=amount_minor))
    return SellChips(header=head, desk_id="desk-1", person="p-1", payment=payment)


def far_future(casino_id):
    command = sale(casino_id)
    command.header.occurred_at.CopyFrom(Timestamp(seconds=int(time.time()) + 2 * 86_400))
    return command


def unknown_field(casino_id):
    return SellChips.FromString(sale(casino_id).SerializeToString() + b"\xfa\x3e\x03abc")


def wrong_currency(casino_id):
    foreign = ForeignCashPayment(currency="USD", amount_minor=100)
    command = sale(casino_id)
    command.payment.CopyFrom(ChipPayment(foreign_cash=foreign))
    return command


INVALID, REFUSED, DENIED = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.PERMISSION_DENIED,
)
BAD = {
    "a negative amount": (lambda c: sale(c, -1), INVALID, "invalid_request"),
    "an amount beyond reason": (lambda c: sale(c, 10**16), INVALID, "invalid_request"),
    "no UUIDv7": (lambda c: sale(c, command_id="7"), INVALID, "invalid_request"),
    "an unknown field": (unknown_field, INVALID, "invalid_request"),
    "another casino": (lambda _: sale("elsewhere"), DENIED, "casino_not_allowed"),
    "the far future": (far_future, REFUSED, "occurred_too_far_ahead"),
    "a currency without a rate": (wrong_currency, REFUSED, "rate_not_in_force"),
    "a desk that is not open": (
        lambda c: SellChips(
            header=command_header(c),
            desk_id="desk-99",
            person="p-1",
            payment=ChipPayment(cash=CashPayment(amount_minor=1)),
        ),
        REFUSED,
        "desk_not_open",
    ),
}


async def sequence_of(casino):
    chief = casino.person("chief-1", "chief_cashier")
    return (await chief.balances(casino.casino_id)).sequence


@pytest.mark.parametrize(("made", "code", "reason"), BAD.values(), ids=BAD)
async def test_it_is_answered_with_its_reason_and_nothing_is_recorded(casino, made, code, reason):
    """The status, the stable reason, and a book that stands where it stood."""
    before = await sequence_of(casino)
    line = casino.desk_line()

    with pytest.raises(Declined) as declined:
        await line.call("SellChips", made(casino.casino_id))

    await line.close()
    assert (declined.value.code, declined.value.reason) == (code, reason)
    assert before == await sequence_of(casino)


async def answered(casino, rpc, request, metadata=None):
    """Return the error that raw bytes are answered with, as it crosses the wire."""
    if metadata is None:
        metadata = (("authorization", f"Bearer {casino.desk_token()}"),)
    async with grpc.aio.insecure_channel(casino.cashier.address) as channel:
        call = channel.unary_unary(f"/countroom.cashier.v1.CashierService/{rpc}")
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await call(request, metadata=metadata)
    return error.value


async def test_every_field_at_fault_is_named(casino):
    """INVALID_ARGUMENT carries a violation for each."""
    broken = SellChips(header=sale(casino.casino_id).header).SerializeToString()
    error = await answered(casino, "SellChips", broken)

    details = rpc_status.from_call(error).details
    request = BadRequest()
    for detail in details:
        detail.Unpack(request)
    assert ["desk_id", "person", "payment"] == [v.field for v in request.field_violations]


async def test_bytes_that_are_no_message_are_an_invalid_argument(casino):
    """What does not parse is the caller's fault, and said so."""
    error = await answered(casino, "OpenDesk", b"\xff\xff\xff")

    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize(
    ("given", "reason"),
    [("nonsense", "token_invalid"), ("expired", "token_expired")],
)
async def test_who_has_no_good_token_learns_why(casino, given, reason):
    """UNAUTHENTICATED says whether it is not good, or too old."""
    late = casino.ledger.token("desk-1", ["desk"], [casino.casino_id], ttl_s=-60)
    token = late if given == "expired" else given
    line = casino.ledger.connection(casino.cashier, token)

    with pytest.raises(Declined) as declined:
        await line.call("OpenDesk", OpenDesk())

    await line.close()
    assert declined.value.code is grpc.StatusCode.UNAUTHENTICATED
    assert declined.value.reason == reason


async def test_who_has_no_token_is_told_to_send_one(casino):
    """A call without one is answered before its request is read."""
    error = await answered(casino, "OpenDesk", b"", metadata=())

    assert error.code() is grpc.StatusCode.UNAUTHENTICATED
    assert "authorization" in error.details()


@pytest.mark.parametrize("size", [0, 1_001])
async def test_a_batch_of_a_wrong_size_is_turned_down_whole(casino, size):
    """Nothing of it is recorded."""
    desk = casino.desk()
    batch = desk.batches.of([sale(casino.casino_id) for _ in range(size)])

    with pytest.raises(Declined) as declined:
        await desk.record(batch)

    assert declined.value.code is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_bad_command_in_a_batch_is_refused_alone(casino):
    """Its neighbours go on, in order, and it says which field."""
    desk = casino.desk()
    good, bad = sale(casino.casino_id), sale(casino.casino_id, -5)

    answer = await desk.record(desk.batches.of([good, bad, sale(casino.casino_id)]))

    assert ["receipt", "refusal", "receipt"] == [r.WhichOneof("result") for r in answer.results]
    violations = answer.results[1].refusal.violations
    assert ["payment.cash.amount_minor"] == [v.field for v in violations]


async def test_a_batch_may_stop_on_its_first_refusal(casino):
    """What follows the refusal is left alone."""
    desk = casino.desk()
    commands = [sale(casino.casino_id), sale(casino.casino_id, 0), sale(casino.casino_id)]

    answer = await desk.record(desk.batches.of(commands, stop_on_refusal=True))

    assert (len(answer.results), answer.stopped) == (2, True)
    assert await desk.outcome(casino.casino_id, commands[2].header.command_id) is None


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_a_hundred_thousand_fuzzed_requests_find_no_crack(casino):
    """Whatever the bytes say: a declared answer, and the process lives."""
    fuzzed = Fuzzed(casino, random.Random(20_260_101))

    codes = await fuzzed.send(100_000, in_flight=64)

    assert set(codes) <= DECLINED_INPUT | {grpc.StatusCode.OK}
    assert codes[grpc.StatusCode.INVALID_ARGUMENT] > 10_000
    assert casino.cashier.child.running
    chief = casino.person("chief-1", "chief_cashier")
    balances = await chief.balances(casino.casino_id)
    assert sum(b.balance_minor for b in balances.balances if b.currency == "MTL") == 0
