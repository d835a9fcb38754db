"""Rows as they must be, made again from an event's bytes by code of this room's own.

The streams made the rows. What checks them shares nothing with what wrote them but the protos.
"""

from typing import Any, Final

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.header_pb2 import Timing
from google.protobuf.timestamp_pb2 import Timestamp

_TIMINGS: Final = {Timing.TIMING_BEFORE: "before", Timing.TIMING_AFTER: "after"}


def event_row(event: Event, fact: Any) -> dict[str, Any]:
    """Return the columns of event that the bytes decide, moments in microseconds."""
    person, desk_id = _subject(fact)
    casino_id, _, service = event.book.partition("/")
    return {
        "sequence": event.sequence,
        "casino_id": casino_id,
        "service": service,
        "event_id": event.event_id,
        "command_id": event.command_id,
        "stream": event.stream,
        "stream_version": event.stream_version,
        "event_type": type(fact).__name__,
        "occurred_us": _microseconds(event.occurred_at),
        "recorded_us": _microseconds(event.recorded_at),
        "gaming_day": event.gaming_day,
        "accounting_day": event.accounting_day,
        "employee_id": event.actor.employee_id,
        "terminal_id": event.actor.terminal_id,
        "caller": event.caller,
        "correlation_id": event.correlation_id,
        "timing": _TIMINGS.get(event.timing, ""),
        "late": event.late,
        "clock_suspect": event.clock_suspect,
        "person": person,
        "desk_id": desk_id,
        "notices": [notice.code for notice in event.notices],
        "exceptions": [note.reason for note in event.exceptions],
    }


def posting_rows(event: Event) -> list[tuple[int, str, str, int, str, str]]:
    """Return place, account, currency, amount and both days of each of an event's postings."""
    return [
        (place, p.account, p.currency, p.amount_minor, event.gaming_day, event.accounting_day)
        for place, p in enumerate(event.postings, 1)
    ]


def _subject(fact: Any) -> tuple[str, str]:
    """Return the person and the desk that a fact is about, "" for none."""
    fields = fact.DESCRIPTOR.fields_by_name
    if "alert" in fields:
        kind, _, name = fact.alert.subject.partition("/")
        return (name if kind == "person" else ""), ""
    if "place" in fields:
        kind, _, name = fact.place.partition("/")
        return "", (name if kind == "desk" else "")
    terms = fact.exchange if "exchange" in fields else fact
    return getattr(terms, "person", ""), getattr(terms, "desk_id", "")


def _microseconds(moment: Timestamp) -> int:
    return moment.seconds * 1_000_000 + moment.nanos // 1_000
