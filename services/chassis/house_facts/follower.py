"""Follower: reads the compliance books of a partition as they are committed, into the board."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog
from countroom.compliance.v1.compliance_events_pb2 import ComplianceEvent
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.message import Message
from kafka import TopicPartition

from services.chassis.house_facts.board import Board
from services.chassis.kafka_log import committed_reader, events_topic
from services.chassis.pages import FIRST_PREVIOUS_HASH, read_page, require_next
from services.kernel.oneof import Oneof

PAYLOAD: Final = Oneof(ComplianceEvent)
_POLL_MS: Final = 100
_CONFIRM_EVERY_S: Final = 0.5
_log = structlog.get_logger()

Facts = list[tuple[Event, Message]]


class Follower:
    """One thread a process; it only reads, and hands what it read to the event loop."""

    def __init__(self, bootstrap: str, boards: dict[int, Board]) -> None:
        """Take the boards by partition; reading begins with `start`."""
        self._bootstrap, self._boards = bootstrap, boards
        self._tips: dict[str, tuple[int, bytes]] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="house-facts", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.failure: Exception | None = None
        self.on_failure: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin to read; called in the event loop that the boards belong to."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> None:
        """Stop reading and wait for the thread's end."""
        self._stop.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        try:
            self._follow()
        except Exception as error:  # noqa: BLE001 - whatever it is, the facts are no longer followed
            _log.error("house_facts_lost", error=type(error).__name__)
            self.failure = error
            self._tell(self.on_failure)

    def _follow(self) -> None:
        topic = events_topic("compliance")
        consumer = committed_reader(self._bootstrap)
        places = {TopicPartition(topic, p): board for p, board in self._boards.items()}
        consumer.assign(list(places))
        for place in places:
            consumer.seek(place, 0)
        asked_at, ends = float("-inf"), dict.fromkeys(places, 0)
        while not self._stop.is_set():
            for place, records in consumer.poll(timeout_ms=_POLL_MS, max_records=200).items():
                read = [fact for record in records for fact in self._read(record.value)]
                self._tell(_evolve, places[place], read)
            # Held against the ends of then: those of now move on as long as there are writes.
            for place in [p for p, end in ends.items() if consumer.position(p) >= end]:
                self._tell(places[place].freshness.confirm, asked_at)
                del ends[place]
            now = time.monotonic()
            if not ends and now - asked_at > _CONFIRM_EVERY_S:
                asked_at, ends = now, consumer.end_offsets(list(places))
        consumer.close()

    def _read(self, value: bytes) -> Iterable[tuple[Event, Message]]:
        page = read_page(value)
        sequence, tip = self._tips.get(page.book, (0, FIRST_PREVIOUS_HASH))
        require_next(page, sequence, tip)
        self._tips[page.book] = (page.last_sequence, page.hash)
        for raw in page.events:
            event = Event.FromString(raw)
            yield event, PAYLOAD.unpack(event.payload)

    def _tell(self, told: Callable[..., None], *arguments: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(told, *arguments)


def _evolve(board: Board, read: Facts) -> None:
    for event, fact in read:
        board.evolve(event, fact)
