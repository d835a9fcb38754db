"""Brokers that fail: one of three killed, a lone one paused, an outcome that nobody knows."""

import asyncio

import pytest

from deploy.local.kafka.roles import partition_leader, transaction_coordinator
from deploy.local.waiting import wait_until
from services.chassis.kafka_log import events_topic
from tests.invariants import assert_holds
from tests.ledger import Ledger
from tests.open_casino import OpenCasino

EVENTS = events_topic("cashier")


async def keep_running(process, seconds=0.2):
    """Do what a supervisor does: start the writer again whenever it has ended in doubt."""
    while True:
        if not process.child.running:
            await asyncio.to_thread(lambda: process.start().wait_ready())
        await asyncio.sleep(seconds)


@pytest.fixture
async def supervised(three_brokers, tmp_path):
    with Ledger(tmp_path, three_brokers.bootstrap, copies=3) as ledger:
        async with OpenCasino(ledger) as casino:
            tasks = [
                asyncio.create_task(keep_running(process))
                for process in (casino.cashier, casino.compliance)
            ]
            yield casino
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_the_partition_leader_killed(supervised, three_brokers):
    """Kill -9 of the leader of the book's partition: the book goes on, nothing lost or doubled."""
    load = supervised.load().start()
    await load.grown_by(300)
    node = partition_leader(three_brokers.bootstrap, EVENTS, 0)
    three_brokers.kill9(node)
    await load.grown_by(500, seconds=120)
    await load.stop()

    read = assert_holds(three_brokers.bootstrap, "cashier", load.acknowledged)
    assert await load.repeat_all() == len(load.acknowledged)
    assert len(read.events) > 0


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_the_transaction_coordinator_killed(supervised, three_brokers):
    """Kill -9 of the coordinator of the writer's transactions: the same."""
    load = supervised.load().start()
    await load.grown_by(300)
    node = transaction_coordinator(three_brokers.bootstrap, "cashier-0")
    three_brokers.kill9(node)
    await load.grown_by(500, seconds=120)
    await load.stop()

    assert_holds(three_brokers.bootstrap, "cashier", load.acknowledged)
    assert await load.repeat_all() == len(load.acknowledged)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_commit_whose_outcome_is_unknown_is_settled_by_replay(casino, broker):
    """The broker stands still longer than a transaction may last: the writer ends, and replays."""
    load = casino.load().start()
    await load.grown_by(200)
    broker.pause(1)
    ended = await asyncio.to_thread(wait_until, lambda: not casino.cashier.child.running, 60)
    broker.resume(1)
    casino.cashier.start().wait_ready()
    await load.grown_by(300, seconds=120)
    await load.stop()

    assert ended
    assert_holds(broker.bootstrap, "cashier", load.acknowledged)
    assert await load.repeat_all() == len(load.acknowledged)
