"""Pages of a casino's three books, and the rows that the streams make of them."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from countroom.compliance.v1 import compliance_events_pb2 as k
from countroom.ledger.v1.event_pb2 import Event

from services.audit.domain.routes import AUDIT
from services.cashier.domain.routes import CASHIER
from services.chassis.digest import command_digest
from services.chassis.envelope import Asked, timestamp
from services.chassis.pages import FIRST_PREVIOUS_HASH, read_page, write_page
from services.kernel.oneof import Oneof
from services.streams.partition import Partition
from services.streams.row_buffer import RowBuffer
from services.streams.session_rows import take_session_rows
from services.warehouse.writer import Rows
from tests.given import CALENDAR, EVENING, MALTA, command_id
from tests.unit.chassis.paper_partition import KEY, PaperPartition

CASINO = "st-julians"
CURSOR = ("reader", "topic", "partition", "book", "sequence", "page_hash", "next_offset")


@dataclass
class PaperCompliance:
    """A compliance book of facts that are simply written down, a page each."""

    log: list[bytes] = field(default_factory=list)
    sequence: int = 0
    tip: bytes = FIRST_PREVIOUS_HASH
    payload: Any = field(default_factory=lambda: Oneof(k.ComplianceEvent))

    def record(self, fact: Any, stream: str, at: datetime) -> Event:
        self.sequence += 1
        us = int(at.timestamp()) * 1_000_000
        event = Event(
            book=f"{CASINO}/compliance",
            sequence=self.sequence,
            event_id=f"{command_id(900_000 + self.sequence)}-1",
            stream=stream,
            stream_version=1,
            occurred_at=timestamp(us),
            recorded_at=timestamp(us),
            gaming_day=CALENDAR.day_of(at).isoformat(),
            accounting_day=CALENDAR.day_of(at).isoformat(),
            caller="watch-1",
            command_id=command_id(900_000 + self.sequence),
            rulebook="malta_1998@1",
            payload_type=self.payload.name,
            payload=self.payload.pack(fact),
        )
        raws = [event.SerializeToString(deterministic=True)]
        page, value = write_page(event.book, self.sequence, self.tip, raws)
        self.tip = page.hash
        self.log.append(value)
        return event


def topic_of(book: str) -> str:
    return f"countroom.{book.partition('/')[2]}.events.v1"


class PaperCasino:
    """A casino whose books are written in turn; `at` is its clock."""

    def __init__(self) -> None:
        self.at = EVENING
        self.cashier, self.audit = PaperPartition(CASHIER), PaperPartition(AUDIT)
        self.compliance = PaperCompliance()
        self._numbers = iter(range(1, 100_000))
        terms = k.CasinoRegistered(
            casino_id=CASINO,
            jurisdiction="malta_1998",
            jurisdiction_version=1,
            currency=MALTA.currency,
            minor_per_major=MALTA.minor_per_major,
            zone=MALTA.zone,
            day_changes_at_hour=MALTA.day_changes_at_hour,
            identification_limit_minor=MALTA.identification_limit_minor,
        )
        self.compliance.record(terms, f"casino/{CASINO}", self.at)

    def next_id(self) -> str:
        return command_id(next(self._numbers))

    def later(self, **time: int) -> None:
        self.at += timedelta(**time)

    def ask(
        self,
        partition: PaperPartition,
        command: Any,
        sealed: Any = None,
        caller: str = "desk-system-1",
    ) -> Any:
        """Record a command, and put its page into the log at once."""
        now_us = int(self.at.timestamp()) * 1_000_000
        asked = Asked(command, command_digest(KEY, command), caller, now_us, sealed)
        recorded = partition.book.record(asked)
        memory, first = partition.memory, recorded.receipt.first_sequence
        page, value = write_page(memory.name, first, memory.tip, list(recorded.events))
        memory.tip = page.hash
        partition.log.append(value)
        partition.index[recorded.key] = recorded.entry
        return recorded.receipt

    def rows(self) -> list[Rows]:
        """Return what the streams write for all pages so far, the cursor's lines last."""
        partition, buffer = Partition(0), RowBuffer()
        logs = (self.compliance.log, self.cashier.log, self.audit.log)
        for log in logs:
            for offset, value in enumerate(log):
                key = read_page(value).book.encode()
                reading = partition.read(topic_of(key.decode()), offset, key, value)
                assert reading is not None, partition.stopped
                partition.fold(reading, buffer)
        for row in take_session_rows(partition.casino(CASINO)):
            buffer.add("patron_session", row)
        lines = [
            ("streams", topic_of(book), 0, book, c.sequence, c.page_hash, c.next_offset)
            for book, c in partition.cursors.items()
        ]
        return [*buffer.take(), Rows("cursor", CURSOR, list(zip(*lines, strict=True)))]
