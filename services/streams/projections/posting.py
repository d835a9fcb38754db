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
    lists: list[list[Any]] = [[] for _ in PostingRow._fields]
    (books, sequences, places, accounts, currencies, amounts,
     gaming_days, accounting_days, occurred, recorded, event_types) = lists  # fmt: skip
    # Most of the rows that there are: what they have in common is repeated, never asked for again.
    for entry in reading.entries:
        postings = entry.event.postings
        count = len(postings)
        if not count:
            continue
        sequences += [entry.sequence] * count
        places += range(1, count + 1)
        for posting in postings:
            accounts.append(posting.account)
            currencies.append(posting.currency)
            amounts.append(posting.amount_minor)
        gaming_days += [entry.gaming_day] * count
        accounting_days += [entry.accounting_day] * count
        occurred += [entry.occurred_us] * count
        recorded += [entry.recorded_us] * count
        event_types += [entry.event_type] * count
    books += [reading.book] * len(sequences)
    return lists
