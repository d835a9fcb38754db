"""Vectors: how far each book of a casino is known, now or at an earlier moment."""

from typing import Any, Final

from countroom.ledger.v1.event_pb2 import BookSequence

from services.audit.checks import invalid
from services.audit.reading import Warehouse, microseconds, vector_bounds
from services.chassis import answers
from services.chassis.answers import Answered

Vector = tuple[BookSequence, ...]
MOST_BOOKS: Final = 16


def vector_of(warehouse: Warehouse, question: Any, earlier: Vector = ()) -> Vector:
    """Return the vector that a question is answered at.

    That is the one its cursor holds (`earlier`), else the one it gives, else the one known at the
    moment it gives, else as far as has been read. One that is ahead of that is turned down.
    """
    casino_id = question.casino_id
    newest = _newest(warehouse, casino_id)
    asked = earlier or tuple(question.as_known_at)
    if asked:
        _require_read(asked, newest, "cursor" if earlier else "as_known_at", casino_id)
        return _sorted({known.book: known.sequence for known in asked if known.sequence})
    if not question.HasField("known_at"):
        return _sorted(newest)
    moment = {"known_at_us": microseconds(question, "known_at", 0)}
    rows = warehouse.rows("event_known_at", vector_bounds(newest) | moment)
    return _sorted({row["book"]: row["known_sequence"] for row in rows})


def _newest(warehouse: Warehouse, casino_id: str) -> dict[str, int]:
    rows = warehouse.rows("cursor", {"casino_id": casino_id})
    return {row["book"]: row["sequence"] for row in rows if row["sequence"]}


def _require_read(asked: Vector, newest: dict[str, int], field: str, casino_id: str) -> None:
    books = [known.book for known in asked]
    if len(books) > MOST_BOOKS or len(set(books)) < len(books):
        raise invalid({field: f"must name each book once, at most {MOST_BOOKS} of them"})
    foreign = [book for book in books if book.rpartition("/")[0] != casino_id]
    if foreign:
        raise invalid({field: f"must name books of {casino_id} only, not {foreign[0]}"})
    for known in asked:
        if known.sequence > newest.get(known.book, 0):
            raise Answered(_ahead(known, newest.get(known.book, 0)))


def _ahead(known: BookSequence, read: int) -> Any:
    return answers.failed_precondition(
        "vector_ahead",
        f"{known.book} has been read to {read}, not to {known.sequence}. Ask again in a moment.",
        {"book": known.book, "asked_sequence": str(known.sequence), "read_sequence": str(read)},
    )


def _sorted(sequences: dict[str, int]) -> Vector:
    return tuple(BookSequence(book=b, sequence=s) for b, s in sorted(sequences.items()))
