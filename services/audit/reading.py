"""Reading: one question being answered from the warehouse, at one vector, from one row on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from countroom.ledger.v1.event_pb2 import BookSequence
from google.protobuf.timestamp_pb2 import Timestamp

Row = Mapping[str, Any]

# Bounds that leave nothing out, for what a question does not give.
NO_START_US: Final = 0
NO_END_US: Final = 1 << 62
FIRST_DAY: Final = "1970-01-01"
LAST_DAY: Final = "2149-06-06"  # the last that the warehouse's two-byte days hold


class Warehouse(Protocol):
    """Where rows come from; every call blocks, and may be made from any thread."""

    def rows(self, query: str, parameters: Mapping[str, Any]) -> Sequence[Row]:
        """Return the rows of queries/<query>.sql, each by the names of its columns."""


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of one page of an answer, and the key of its last where more follow."""

    rows: Sequence[Row]
    next_after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer is made from: a vector, the page asked for, and the rows within the vector."""

    warehouse: Warehouse
    casino_id: str
    as_known_at: tuple[BookSequence, ...]
    after: tuple[int | str, ...] = ()
    page_size: int = 1

    def sequence_of(self, service: str) -> int:
        """Return how far a service's book is known; 0 where it is not."""
        book = f"{self.casino_id}/{service}"
        return next((known.sequence for known in self.as_known_at if known.book == book), 0)

    def rows(self, query: str, **parameters: Any) -> Sequence[Row]:
        """Return the rows of a query within the vector."""
        return self.warehouse.rows(query, self._vector() | parameters)

    def page(self, query: str, key: Sequence[str], **parameters: Any) -> Page:
        """Return the page's rows of a query that is ordered by the columns `key`.

        The query takes is_continued, after_<column> for each of them, and row_limit.
        """
        after: dict[str, Any] = dict.fromkeys((f"after_{column}" for column in key), 0)
        after |= zip((f"after_{column}" for column in key), self.after, strict=False)
        paging = {"is_continued": bool(self.after), "row_limit": self.page_size + 1}
        rows = self.rows(query, **parameters, **paging, **after)
        if len(rows) <= self.page_size:
            return Page(rows)
        shown = rows[: self.page_size]
        return Page(shown, tuple(str(shown[-1][column]) for column in key))

    def chunks(self, query: str, key: Sequence[str], **parameters: Any) -> Iterator[Sequence[Row]]:
        """Yield all rows of such a query, a page at a time."""
        reading = self
        while True:
            page = reading.page(query, key, **parameters)
            yield page.rows
            if not page.next_after:
                return
            last = page.rows[-1]
            reading = Reading(
                self.warehouse,
                self.casino_id,
                self.as_known_at,
                tuple(last[column] for column in key),
                self.page_size,
            )

    def _vector(self) -> dict[str, Any]:
        return {"casino_id": self.casino_id} | vector_bounds(
            {known.book: known.sequence for known in self.as_known_at}
        )


def vector_bounds(sequences: Mapping[str, int]) -> dict[str, Any]:
    """Return a vector as queries take it; an empty list has no type there, so "" is in it."""
    return {
        "books": list(sequences) or [""],
        "sequences": list(sequences.values()) or [0],
    }


def microseconds(question: Any, field: str, otherwise: int) -> int:
    """Return a moment of the question as a bound in whole microseconds, rounded up."""
    if not question.HasField(field):
        return otherwise
    moment: Timestamp = getattr(question, field)
    return -(-moment.ToNanoseconds() // 1_000)


def occurred(question: Any) -> dict[str, int]:
    """Return the bounds on the moment of occurrence."""
    return {
        "occurred_from": microseconds(question, "occurred_from", NO_START_US),
        "occurred_before": microseconds(question, "occurred_before", NO_END_US),
    }


def gaming_days(question: Any) -> dict[str, str]:
    """Return the bounds on the gaming day, both included."""
    return {
        "gaming_day_from": min(max(question.gaming_day_from, FIRST_DAY), LAST_DAY),
        "gaming_day_through": day_through(question.gaming_day_through),
    }


def day_through(day: str) -> str:
    """Return the last day that counts; the last of all where none is given."""
    return min(day or LAST_DAY, LAST_DAY)
