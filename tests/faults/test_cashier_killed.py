"""The cashier killed under load: what was acknowledged is there, once, and nothing else is torn."""

import random

import pytest

from tests.invariants import assert_holds

KILLS = 10


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_ten_kills_at_random_moments_lose_and_double_nothing(casino, broker):
    """After each kill -9 the same commands go on under the same ids, and a repeat is a repeat."""
    chance = random.Random(11)
    load = casino.load().start()
    for _ in range(KILLS):
        await load.grown_by(chance.randrange(50, 400))
        casino.cashier.child.kill9()
        casino.cashier.start().wait_ready()
    await load.grown_by(200)
    await load.stop()

    read = assert_holds(broker.bootstrap, "cashier", load.acknowledged)
    taken = {command for command in read.commands() if command in load.sent}
    assert taken >= set(load.acknowledged)
    assert await load.repeat_all() == len(load.acknowledged)
    assert len(assert_holds(broker.bootstrap, "cashier", {}).events) == len(read.events)


async def test_after_a_kill_with_its_local_state_lost_it_answers_as_before(casino, broker):
    """Snapshot and index are made again from the log: every repeat gets its first receipt."""
    load = casino.load().start()
    await load.grown_by(500)
    casino.cashier.child.kill9()
    state = casino.ledger.folder / "state" / "cashier-0"
    for path in sorted(state.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    casino.cashier.start().wait_ready()
    await load.grown_by(100)
    await load.stop()

    assert await load.repeat_all() == len(load.acknowledged)
    assert_holds(broker.bootstrap, "cashier", load.acknowledged)


async def test_a_graceful_stop_answers_what_it_has_taken(casino, broker):
    """SIGTERM under load: the process ends with 0, and what it answered for stands."""
    load = casino.load().start()
    await load.grown_by(300)
    casino.cashier.child.stop(20)

    assert casino.cashier.child.exit_code == 0
    casino.cashier.start().wait_ready()
    await load.grown_by(100)
    await load.stop()
    assert_holds(broker.bootstrap, "cashier", load.acknowledged)
