"""The warehouse's side of a tally: event and posting rows of a run of a book."""

from services.streams.reconcile.tally import Tally
from services.warehouse.client import Warehouse

_EVENTS = """
SELECT count(), sum(reinterpretAsUInt64(substring(leaf_hash, 1, 8)))
FROM event FINAL
WHERE book = %(book)s AND sequence BETWEEN %(first)s AND %(last)s
"""
_POSTINGS = """
SELECT account, currency, sum(amount_minor), count()
FROM posting FINAL
WHERE book = %(book)s AND sequence BETWEEN %(first)s AND %(last)s
GROUP BY account, currency
"""
_CURSORS = """
SELECT book, sequence, lower(hex(page_hash))
FROM cursor FINAL
WHERE reader = %(reader)s AND book != ''
"""


def tally_rows(warehouse: Warehouse, book: str, first: int, last: int) -> Tally:
    """Return what the rows of a book's sequences `first` to `last` come to."""
    run = {"book": book, "first": first, "last": last}
    ((events, leaf_sum),) = warehouse.rows(_EVENTS, run)
    postings = warehouse.rows(_POSTINGS, run)
    return Tally(
        first,
        last,
        events,
        leaf_sum,
        sum(count for *_, count in postings),
        {(account, currency): minor for account, currency, minor, _ in postings},
    )


def cursors(warehouse: Warehouse, reader: str) -> dict[str, tuple[int, bytes]]:
    """Return each book's last sequence and page hash, as a reader's cursor has them."""
    found = warehouse.rows(_CURSORS, {"reader": reader})
    return {book: (sequence, bytes.fromhex(page_hash)) for book, sequence, page_hash in found}
