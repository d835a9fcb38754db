"""Reading: a page's events parsed once, for every projection and watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.receipt_pb2 import ExceptionNote
from google.protobuf.timestamp_pb2 import Timestamp

from services.streams.projections.facts import PAYLOADS
from services.streams.projections.subject import SUBJECTS


class Misplaced(Exception):
    """A page holds an event that is not of its book, or not at its place."""


class Entry(NamedTuple):
    """One event and what every fold asks of it; moments in microseconds since 1970 UTC.

    `person` and `desk_id` are whom it is about, "" for none; `continues` is the exchange that an
    earlier command began and it goes on with, "" for none; `exceptions` are the whole command's,
    which the envelope of its first event carries.
    """

    event: Event
    fact: Any
    event_type: str
    sequence: int
    occurred_us: int
    recorded_us: int
    gaming_day: date
    accounting_day: date
    person: str
    desk_id: str
    continues: str
    exceptions: Sequence[ExceptionNote]


@dataclass(frozen=True, slots=True)
class Reading:
    """A page as read: where it came from, its events' own bytes, leaf hashes, and the entries."""

    book: str
    casino_id: str
    service: str
    page_hash: bytes
    first_sequence: int
    topic: str
    partition: int
    offset: int
    raw: Sequence[bytes]
    leaf_hashes: Sequence[bytes]
    entries: Sequence[Entry]

    @property
    def last_sequence(self) -> int:
        """Return the sequence of the last event."""
        return self.first_sequence + len(self.entries) - 1


def read_entries(book: str, first_sequence: int, raw: Sequence[bytes]) -> list[Entry]:
    """Return a page's entries.

    Raises DecodeError for bytes that are no event, UnknownEvent for one of a later version,
    Misplaced for one that is not what its page says, ValueError for a day that is none, and
    KeyError for a service that the streams do not read.
    """
    service = book.partition("/")[2]
    payloads, subject_of = PAYLOADS[service], SUBJECTS[service]
    entries: list[Entry] = []
    sequence, command_id = first_sequence, ""
    exceptions: Sequence[ExceptionNote] = ()
    for event in map(Event.FromString, raw):
        if event.sequence != sequence or event.book != book:
            raise Misplaced(f"{book}: {event.book} {event.sequence} at the place of {sequence}")
        if event.command_id != command_id:
            command_id, exceptions = event.command_id, event.exceptions
        fact: Any = payloads.unpack(event.payload)
        person, desk_id, exchange_id = subject_of(fact)
        entries.append(
            Entry(
                event,
                fact,
                fact.DESCRIPTOR.name,
                sequence,
                _microseconds(event.occurred_at),
                _microseconds(event.recorded_at),
                day(event.gaming_day),
                day(event.accounting_day),
                person,
                desk_id,
                # An exchange bears the id of its first command, whose events need no earlier row.
                "" if exchange_id == command_id else exchange_id,
                exceptions,
            )
        )
        sequence += 1
    return entries


@cache
def day(text: str) -> date:
    """Return the day of a text such as "1998-06-30"; raise ValueError where it is none."""
    return date.fromisoformat(text)


def _microseconds(moment: Timestamp) -> int:
    return moment.seconds * 1_000_000 + moment.nanos // 1_000
