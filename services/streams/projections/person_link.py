"""person_link: two tokens that were found to be one person."""

from datetime import date
from typing import NamedTuple

from countroom.cashier.v1.cashier_events_pb2 import PersonsLinked as LinkedAtDesk
from countroom.compliance.v1.compliance_events_pb2 import PersonsLinked as LinkedAtEntrance

from services.streams.projections.reading import Entry


class PersonLinkRow(NamedTuple):
    """A row of person_link, column for column; moments in microseconds since 1970 UTC."""

    book: str
    casino_id: str
    sequence: int
    person: str
    linked_person: str
    gaming_day: date
    occurred_at: int
    recorded_at: int


def person_link_row(
    casino_id: str, entry: Entry, fact: LinkedAtDesk | LinkedAtEntrance
) -> PersonLinkRow:
    """Return the row of a link that was found."""
    return PersonLinkRow(
        book=entry.event.book,
        casino_id=casino_id,
        sequence=entry.sequence,
        person=fact.person,
        linked_person=fact.linked_person,
        gaming_day=entry.gaming_day,
        occurred_at=entry.occurred_us,
        recorded_at=entry.recorded_us,
    )
