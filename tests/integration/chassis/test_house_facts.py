"""House facts: followed as they are committed, and known to be fresh however much is written."""

import asyncio
import threading
import time

import pytest
from countroom.compliance.v1.compliance_events_pb2 import ComplianceEvent, PersonLeft
from countroom.ledger.v1.event_pb2 import Event

from deploy.local.kafka.cluster import LocalKafka
from services.chassis.house_facts.board import STALE_AFTER_S, Board, Freshness
from services.chassis.house_facts.follower import Follower
from services.chassis.kafka_log import LogWriter, Record, events_topic
from services.chassis.pages import FIRST_PREVIOUS_HASH, write_page
from services.chassis.topics import create_topics
from services.kernel.oneof import Oneof

BOOK, TOPIC = "st-julians/compliance", events_topic("compliance")
PAYLOAD = Oneof(ComplianceEvent)


class SteadyWriter:
    """Commits a page of one event after another, without a pause, in a thread of its own."""

    def __init__(self, bootstrap: str) -> None:
        self.sequence, self._tip, self._stop = 0, FIRST_PREVIOUS_HASH, threading.Event()
        self._log = LogWriter(bootstrap, "steady")
        self._log.fence()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        self._log.close()

    def write(self) -> None:
        event = Event(book=BOOK, sequence=self.sequence + 1, gaming_day="1998-06-30")
        event.payload = PAYLOAD.pack(PersonLeft(person="p-1"))
        raw = event.SerializeToString()
        page, value = write_page(BOOK, self.sequence + 1, self._tip, [raw])
        self._log.append([Record(TOPIC, 0, BOOK.encode(), value)])
        self.sequence, self._tip = page.last_sequence, page.hash

    def _run(self) -> None:
        while not self._stop.is_set():
            self.write()


async def until(board, *, is_stale, limit_s=30):
    """Wait until the facts are, or are not, too old."""
    ends = time.monotonic() + limit_s
    while board.freshness.is_stale is not is_stale:
        assert time.monotonic() < ends
        await asyncio.sleep(0.02)


@pytest.fixture
def broker():
    with LocalKafka(quick=True) as running:
        create_topics(running.bootstrap, 1, 1)
        yield running


async def test_steady_writes_do_not_make_the_facts_stale(broker):
    """For longer than the limit, a commit every few milliseconds, they are fresh throughout."""
    board = Board(Freshness(), lambda _: None, is_own=False)
    follower = Follower(broker.bootstrap, {0: board})
    follower.start()
    oldest_s, ends = 0.0, time.monotonic() + STALE_AFTER_S + 2
    with SteadyWriter(broker.bootstrap) as writer:
        await until(board, is_stale=False)
        while time.monotonic() < ends:
            oldest_s = max(oldest_s, board.freshness.age_s)
            await asyncio.sleep(0.02)
    await asyncio.to_thread(follower.stop)

    assert writer.sequence > 100
    assert oldest_s < STALE_AFTER_S
    assert follower.failure is None


async def test_a_broker_that_stands_still_makes_them_stale_and_its_return_fresh(broker):
    """What can't be confirmed is not believed; what is confirmed again is."""
    board = Board(Freshness(), lambda _: None, is_own=False)
    follower = Follower(broker.bootstrap, {0: board})
    follower.start()
    await until(board, is_stale=False)
    broker.pause(1)
    await until(board, is_stale=True)
    broker.resume(1)
    await until(board, is_stale=False)
    await asyncio.to_thread(follower.stop)
    assert follower.failure is None
