"""How far the rows of a book have come, asked of ClickHouse itself: the streams' own cursor."""

import time
from dataclasses import dataclass

from services.warehouse.client import Warehouse

_SQL = "SELECT max(sequence) FROM cursor WHERE book = %(book)s"
_PAUSE_S = 0.02


class RowsBehind(Exception):
    """The rows did not come to where the book is within the limit."""


@dataclass(frozen=True, slots=True)
class Seen:
    """At a moment (seconds, monotonic) all rows through this sequence could be read."""

    at: float
    sequence: int


def seen(warehouse: Warehouse, book: str) -> Seen:
    """Return how far the rows are now; the cursor is written after the rows that it covers."""
    ((sequence,),) = warehouse.rows(_SQL, {"book": book})
    return Seen(time.monotonic(), int(sequence))


def seen_until(warehouse: Warehouse, book: str, sequence: int, limit_s: float) -> list[Seen]:
    """Return each advance until the rows have come to a sequence, or raise RowsBehind."""
    ends, advances = time.monotonic() + limit_s, [seen(warehouse, book)]
    while advances[-1].sequence < sequence:
        if time.monotonic() > ends:
            behind = f"{book}: rows through {advances[-1].sequence} of {sequence}"
            raise RowsBehind(f"{behind} after {limit_s:.0f} s")
        time.sleep(_PAUSE_S)
        now = seen(warehouse, book)
        if now.sequence > advances[-1].sequence:
            advances.append(now)
    return advances
