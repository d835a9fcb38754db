"""Follow: a desk hears of what is committed, from where it left off, and of nothing else."""

import asyncio

import grpc
import pytest
from countroom.ledger.v1.intake_pb2 import Follow

from tests.integration.cashier.test_identification import LIMIT_MINOR, sale


async def heard(line, casino, after, until, seconds=20.0):
    """Return the events of a stream up to a sequence."""
    stream, events = line.stream("Follow", Follow(casino_id=casino, after_sequence=after)), []
    async with asyncio.timeout(seconds):
        async for message in stream:
            events.extend(message.events)
            if events and events[-1].sequence >= until:
                break
    stream.cancel()
    return events


async def test_it_hears_the_past_and_then_what_comes(casino):
    """Every sequence once, in order, from the first to one that is recorded while it listens."""
    line, desk = casino.desk_line(), casino.desk()
    last = (await desk.send(sale(casino, 1_000))).last_sequence
    listening = asyncio.create_task(heard(line, casino.casino_id, 0, last + 2))
    receipt = await desk.send(sale(casino, LIMIT_MINOR + 1, "p-2"))

    events = await listening
    await line.close()
    assert [e.sequence for e in events] == list(range(1, receipt.last_sequence + 1))
    assert b"" != events[-1].payload
    assert {e.book for e in events} == {f"{casino.casino_id}/cashier"}


async def test_it_goes_on_after_the_sequence_that_the_caller_has(casino):
    """A desk that comes back names what it has, and gets the rest from the log."""
    line, desk = casino.desk_line(), casino.desk()
    receipts = [await desk.send(sale(casino, 1_000, f"p-{n}")) for n in range(5)]
    after, until = receipts[1].last_sequence, receipts[-1].last_sequence

    events = await heard(line, casino.casino_id, after, until)

    await line.close()
    assert [e.sequence for e in events] == list(range(after + 1, until + 1))


async def test_a_role_that_may_not_hears_nothing(casino):
    """Following is for those whom the role table names."""
    token = casino.ledger.token("writer-1", ["keno_writer"], [casino.casino_id], is_person=True)
    line = casino.ledger.connection(casino.cashier, token)

    with pytest.raises(grpc.aio.AioRpcError) as error:
        await heard(line, casino.casino_id, 0, 1)

    await line.close()
    assert error.value.code() is grpc.StatusCode.PERMISSION_DENIED


async def test_a_caller_that_fell_far_behind_gets_it_from_the_log(casino):
    """More pages than memory keeps are read from the log, none missed."""
    line, desk = casino.desk_line(), casino.desk()
    for n in range(300):
        receipt = await desk.send(sale(casino, 1_000, f"p-{n}"))

    events = await heard(line, casino.casino_id, 0, receipt.last_sequence)

    await line.close()
    assert [e.sequence for e in events] == list(range(1, receipt.last_sequence + 1))
