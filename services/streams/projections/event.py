"""event: one row an event, with the event's exact bytes."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from countroom.ledger.v1.header_pb2 import Timing

from services.streams.projections.reading import Entry, Reading

TIMINGS: Final = {
    Timing.TIMING_UNSPECIFIED: "",
    Timing.TIMING_BEFORE: "before",
    Timing.TIMING_AFTER: "after",
}


class EventRow(NamedTuple):
    """A row of event, column for column; moments in microseconds since 1970 UTC."""

    casino_id: str
    service: str
    book: str
    sequence: int
    event_id: str
    command_id: str
    stream: str
    stream_version: int
    event_type: str
    occurred_at: int
    recorded_at: int
    gaming_day: date
    accounting_day: date
    employee_id: str
    terminal_id: str
    caller: str
    person: str
    desk_id: str
    correlation_id: str
    timing: str
    late: bool
    clock_suspect: bool
    notices: Sequence[str]
    exceptions: Sequence[str]
    leaf_hash: bytes
    page_hash: bytes
    page_first_sequence: int
    partition: int
    offset: int
    raw: bytes


def event_columns(reading: Reading) -> list[list[Any]]:
    """Return a page's rows column by column, in EventRow's order."""
    entries, count = reading.entries, len(reading.entries)
    events = [entry.event for entry in entries]
    actors = [event.actor for event in events]
    return [
        [reading.casino_id] * count,
        [reading.service] * count,
        [reading.book] * count,
        [entry.sequence for entry in entries],
        [event.event_id for event in events],
        [event.command_id for event in events],
        [event.stream for event in events],
        [event.stream_version for event in events],
        [entry.event_type for entry in entries],
        [entry.occurred_us for entry in entries],
        [entry.recorded_us for entry in entries],
        [entry.gaming_day for entry in entries],
        [entry.accounting_day for entry in entries],
        [actor.employee_id for actor in actors],
        [actor.terminal_id for actor in actors],
        [event.caller for event in events],
        [entry.person for entry in entries],
        [entry.desk_id for entry in entries],
        [event.correlation_id for event in events],
        [TIMINGS.get(event.timing, "") for event in events],
        [event.late for event in events],
        [event.clock_suspect for event in events],
        [[notice.code for notice in event.notices] for event in events],
        [_reasons(entry) for entry in entries],
        list(reading.leaf_hashes),
        [reading.page_hash] * count,
        [reading.first_sequence] * count,
        [reading.partition] * count,
        [reading.offset] * count,
        list(reading.raw),
    ]


def _reasons(entry: Entry) -> list[str]:
    """Return the reasons on the event's own envelope; most commands have none to look for."""
    return [note.reason for note in entry.event.exceptions] if entry.exceptions else []
