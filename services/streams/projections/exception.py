"""exception: one row for each thing that was recorded and someone has to look into."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from services.streams.projections.reading import Reading


class ExceptionRow(NamedTuple):
    """A row of exception, column for column; moments in microseconds since 1970 UTC."""

    book: str
    casino_id: str
    service: str
    sequence: int
    place: int
    event_id: str
    event_type: str
    stream: str
    reason: str
    obligation: str
    text: str
    person: str
    desk_id: str
    employee_id: str
    occurred_at: int
    recorded_at: int
    gaming_day: date
    accounting_day: date


def exception_rows(reading: Reading) -> Iterator[ExceptionRow]:
    """Yield a page's rows."""
    for entry in reading.entries:
        if not entry.exceptions:
            continue  # as nearly every command; asking each event would cost more
        event = entry.event
        for place, note in enumerate(event.exceptions, 1):
            yield ExceptionRow(
                book=reading.book,
                casino_id=reading.casino_id,
                service=reading.service,
                sequence=entry.sequence,
                place=place,
                event_id=event.event_id,
                event_type=entry.event_type,
                stream=event.stream,
                reason=note.reason,
                obligation=note.obligation,
                text=note.text,
                person=entry.person,
                desk_id=entry.desk_id,
                employee_id=event.actor.employee_id,
                occurred_at=entry.occurred_us,
                recorded_at=entry.recorded_us,
                gaming_day=entry.gaming_day,
                accounting_day=entry.accounting_day,
            )
