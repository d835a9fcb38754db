"""A warehouse on paper: the rows of each query as a test says, and what it was asked with."""

from typing import Any

from countroom.ledger.v1.event_pb2 import BookSequence

from services.audit.reading import Reading

CASINO = "st-julians"
VECTOR = (
    BookSequence(book=f"{CASINO}/cashier", sequence=24),
    BookSequence(book=f"{CASINO}/compliance", sequence=2),
)
TERMS = {
    "currency": "MTL",
    "minor_per_major": 1_000,
    "zone": "Europe/Malta",
    "day_changes_at_hour": 8,
    "identification_limit_minor": 2_000_000,
}


class PaperRows:
    """Answers a query with its rows, whatever the parameters."""

    def __init__(self, **rows: list[dict[str, Any]]) -> None:
        self.by_query = {"casino": [TERMS]} | rows
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def rows(self, query: str, parameters: Any) -> list[dict[str, Any]]:
        self.asked.append((query, dict(parameters)))
        return self.by_query.get(query, [])


def reading(rows: PaperRows, page_size: int = 100, after: tuple = ()) -> Reading:
    return Reading(rows, CASINO, VECTOR, after, page_size)
