"""Events: listed, one in full, and exported. Everything said of one is read from its own bytes."""

from collections.abc import Iterator
from typing import Any, Final

from countroom.audit.v1.event_answers_pb2 import (
    EventLine,
    EventRecord,
    ExportedEvent,
    Neighbours,
    PageOfEvent,
)
from countroom.audit.v1.event_questions_pb2 import EventList, GetEvent, ListEvents
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.message import Message

from services.audit.answers.fields import as_bytes
from services.audit.payloads import fact_of, packed
from services.audit.reading import (
    NO_END_US,
    NO_START_US,
    Reading,
    gaming_days,
    microseconds,
    occurred,
)
from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.pages import leaf_hash

LIST_KEY: Final = {"recorded_order": int, "book": str, "sequence_order": int}
EXPORT_KEY: Final = {"book": str, "sequence": int}
_TEXTS: Final = (
    "service", "stream", "event_type", "person", "desk_id", "employee_id", "command_id",
    "correlation_id",
)  # fmt: skip
# What an envelope and a line call by one name.
_ENVELOPE: Final = tuple(
    field.name
    for field in EventLine.DESCRIPTOR.fields
    if field.name in Event.DESCRIPTOR.fields_by_name
)


def list_events(reading: Reading, question: ListEvents) -> tuple[EventList, tuple[str, ...]]:
    """Answer ListEvents."""
    order = -1 if question.newest_first else 1
    page = reading.page("event", tuple(LIST_KEY), order=order, **_wanted(question))
    return EventList(events=[_line(as_bytes(row["raw"])) for row in page.rows]), page.next_after


def export_events(reading: Reading, question: ListEvents) -> Iterator[list[ExportedEvent]]:
    """Answer ExportEvents, some thousand events at a time."""
    as_known_at = reading.as_known_at
    for rows in reading.chunks("event_export", tuple(EXPORT_KEY), **_wanted(question)):
        chunk = [_exported(as_bytes(row["raw"])) for row in rows]
        if chunk and as_known_at:
            chunk[0].as_known_at.extend(as_known_at)
            as_known_at = ()
        yield chunk


def get_event(reading: Reading, question: GetEvent) -> tuple[EventRecord, tuple[str, ...]]:
    """Answer GetEvent."""
    book = f"{question.casino_id}/{question.service}"
    rows = reading.rows(
        "event_one", event_id=question.event_id, book=book, sequence=question.sequence
    )
    if not rows:
        raise Answered(_no_such(question))
    row = rows[0]
    raw = as_bytes(row["raw"])
    event = Event.FromString(raw)
    fact = fact_of(event)
    return EventRecord(
        line=_line_of(event, fact, raw),
        payload=packed(fact) if fact is not None else None,
        postings=event.postings,
        notices=event.notices,
        exceptions=event.exceptions,
        house=event.house,
        command_digest=event.command_digest,
        event_bytes=raw,
        page=_page(reading, row),
        neighbours=_neighbours(reading, event),
    ), ()


def _line(raw: bytes) -> EventLine:
    event = Event.FromString(raw)
    return _line_of(event, fact_of(event), raw)


def _line_of(event: Event, fact: Message | None, raw: bytes) -> EventLine:
    return EventLine(
        event_type=type(fact).__name__ if fact is not None else "",
        leaf_hash=leaf_hash(raw),
        **{name: getattr(event, name) for name in _ENVELOPE},
    )


def _exported(raw: bytes) -> ExportedEvent:
    event = Event.FromString(raw)
    fact = fact_of(event)
    return ExportedEvent(
        line=_line_of(event, fact, raw),
        payload=packed(fact) if fact is not None else None,
        postings=event.postings,
        event_bytes=raw,
    )


def _wanted(question: ListEvents) -> dict[str, Any]:
    return (
        {name: getattr(question, name) for name in _TEXTS}
        | gaming_days(question)
        | occurred(question)
        | {
            "recorded_from": microseconds(question, "recorded_from", NO_START_US),
            "recorded_before": microseconds(question, "recorded_before", NO_END_US),
        }
    )


def _page(reading: Reading, row: Any) -> PageOfEvent:
    first = row["page_first_sequence"]
    (page,) = reading.rows("event_page", book=row["book"], page_first_sequence=first)
    return PageOfEvent(
        first_sequence=first,
        event_count=page["event_count"],
        page_hash=bytes.fromhex(row["page_hash_hex"]),
        previous_hash=bytes.fromhex(page["previous_hash_hex"]),
    )


def _neighbours(reading: Reading, event: Event) -> Neighbours:
    names = ("book", "sequence", "stream", "stream_version", "command_id")
    here = {name: getattr(event, name) for name in names}
    rows = reading.rows("event_neighbours", **here)
    of_book = {row["sequence"]: row["event_id"] for row in rows}
    of_stream = {
        row["stream_version"]: row["event_id"] for row in rows if row["stream"] == event.stream
    }
    return Neighbours(
        previous_in_book=of_book.get(event.sequence - 1, ""),
        next_in_book=of_book.get(event.sequence + 1, ""),
        previous_in_stream=of_stream.get(event.stream_version - 1, ""),
        next_in_stream=of_stream.get(event.stream_version + 1, ""),
        of_command=[r["event_id"] for r in rows if r["command_id"] == event.command_id],
    )


def _no_such(question: GetEvent) -> Any:
    where = question.event_id or f"{question.casino_id}/{question.service}:{question.sequence}"
    return answers.not_found(
        "event_not_found", f"There is no event {where} as known at this vector."
    )
