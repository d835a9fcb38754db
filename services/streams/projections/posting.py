"""posting: one row a posting."""

from datetime import date
from typing import Any, NamedTuple

from services.streams.projections.reading import Reading


class PostingRow(NamedTuple):
    """A row of posting, column for column; amounts in minor units, moments in microseconds UTC."""

    book: str
    sequence: int
    place: int
    account: str
    currency: str
    amount_minor: int
    gaming_day: date
    accounting_day: date
    occurred_at: int
    recorded_at: int
    event_type: str


def posting_columns(reading: Reading) -> list[list[Any]]:
    """Return a page's rows column by column, in PostingRow's order."""
    # Most of the rows that there are: an event's own columns are repeated, never asked for again.
    lines = [
        (entry, place, posting)
        for entry in reading.entries
        for place, posting in enumerate(entry.event.postings, 1)
    ]
    entries = [entry for entry, _, _ in lines]
    postings = [posting for _, _, posting in lines]
    return [
        [reading.book] * len(lines),
        [entry.sequence for entry in entries],
        [place for _, place, _ in lines],
        [posting.account for posting in postings],
        [posting.currency for posting in postings],
        [posting.amount_minor for posting in postings],
        [entry.gaming_day for entry in entries],
        [entry.accounting_day for entry in entries],
        [entry.occurred_us for entry in entries],
        [entry.recorded_us for entry in entries],
        [entry.fact.DESCRIPTOR.name for entry in entries],
    ]
