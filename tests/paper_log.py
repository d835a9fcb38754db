"""A book on paper: events gather and are closed into pages, without a writer."""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.header_pb2 import Actor, Timing
from google.protobuf.timestamp_pb2 import Timestamp

from services.chassis.pages import FIRST_PREVIOUS_HASH, Page, write_page
from services.streams.projections.facts import PAYLOADS
from tests.given import MALTA


class PaperLog:
    """One book: events gather until `page` closes them into a record's value."""

    def __init__(self, casino_id: str, service: str) -> None:
        self.book, self.service = f"{casino_id}/{service}", service
        self.sequence, self.previous_hash = 0, FIRST_PREVIOUS_HASH
        self.gathered: list[bytes] = []
        self.pages: list[bytes] = []
        self.versions: defaultdict[str, int] = defaultdict(int)

    def record(self, *facts: Any, command_id: str, **envelope: Any) -> int:
        """Append one command's facts and return the sequence of the last."""
        for place, fact in enumerate(facts, 1):
            self.sequence += 1
            event = self._event(fact, place, command_id, envelope)
            self.gathered.append(event.SerializeToString())
        return self.sequence

    def page(self) -> bytes:
        """Close what has gathered into the next page and return the record's value."""
        page, value = self.written()
        self.previous_hash, self.gathered = page.hash, []
        self.pages.append(value)
        return value

    def written(self) -> tuple[Page, bytes]:
        """Return the page that what has gathered would make."""
        first = self.sequence - len(self.gathered) + 1
        return write_page(self.book, first, self.previous_hash, self.gathered)

    def _event(self, fact: Any, place: int, command_id: str, envelope: Any) -> Event:
        at, day = envelope["at"], envelope["day"]
        stream = envelope.get("stream") or f"{self.service}/1"
        self.versions[stream] += 1
        is_last = place == envelope["count"]
        return Event(
            book=self.book,
            sequence=self.sequence,
            event_id=f"{command_id}-{place}",
            stream=stream,
            stream_version=self.versions[stream],
            occurred_at=moment(at),
            recorded_at=moment(at + timedelta(seconds=1)),
            gaming_day=day,
            accounting_day=day,
            actor=Actor(employee_id="cashier-1", terminal_id="terminal-1", licence_id="L-1"),
            caller="desk-system-1",
            command_id=command_id,
            rulebook=MALTA.rulebook,
            exceptions=envelope.get("exceptions", ()) if place == 1 else (),
            postings=envelope.get("postings", ()) if is_last else (),
            timing=Timing.TIMING_BEFORE,
            payload_type=PAYLOADS[self.service].name,
            payload=PAYLOADS[self.service].pack(fact),
        )


def moment(at: datetime) -> Timestamp:
    return Timestamp(seconds=int(at.timestamp()), nanos=at.microsecond * 1_000)
