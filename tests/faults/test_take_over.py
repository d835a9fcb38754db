"""Take-over: the owner stands still, a newcomer writes, and the old owner never does again."""

import asyncio
import random

import grpc
import pytest

from deploy.local.waiting import wait_until
from loadtest.clients.declined import Declined
from services.chassis.writer_process import EXIT_FENCED
from tests.invariants import assert_holds
from tests.load import command_header


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_a_paused_owner_that_comes_back_finds_itself_fenced(casino, broker):
    """SIGSTOP, take-over, SIGCONT under load: one book, and the old owner exits with 3."""
    old_load = casino.load(seed=1).start()
    await old_load.grown_by(200)
    casino.cashier.child.pause()
    newcomer = casino.ledger.process("cashier", state="state-of-another").start().wait_ready()
    new_load = casino.load(newcomer, seed=2).start()
    await new_load.grown_by(200)
    casino.cashier.child.resume()
    await new_load.grown_by(200)

    ended = await asyncio.to_thread(wait_until, lambda: not casino.cashier.child.running, 30)
    await old_load.stop()
    await new_load.stop()

    assert ended
    assert casino.cashier.child.exit_code == EXIT_FENCED
    assert newcomer.child.running
    acknowledged = old_load.acknowledged | new_load.acknowledged
    assert_holds(broker.bootstrap, "cashier", acknowledged)


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_a_fenced_owner_answers_unavailable_only(casino, broker):
    """A command or a question to the old owner gets no receipt and no refusal, only UNAVAILABLE."""
    casino.cashier.child.pause()
    newcomer = casino.ledger.process("cashier", state="state-of-another").start().wait_ready()
    casino.cashier.child.resume()
    line = casino.desk_line(patience_s=0.0)
    load = casino.load(newcomer)
    command = load.command("desk-1", random.Random(3))
    command.header.CopyFrom(command_header(casino.casino_id))

    with pytest.raises(Declined) as declined:
        await line.call(type(command).__name__, command)

    assert declined.value.code is grpc.StatusCode.UNAVAILABLE
    await line.close()
    await load.connection.close()
    assert_holds(broker.bootstrap, "cashier", {})
