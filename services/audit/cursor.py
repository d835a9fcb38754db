"""Cursors: where the next page of an answer begins, in a form that callers give back as it is."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from countroom.audit.v1.cursor_pb2 import Cursor
from countroom.ledger.v1.event_pb2 import BookSequence
from google.protobuf.message import DecodeError

from services.audit.checks import invalid

MOST_CHARACTERS: Final = 8_192
_DIGEST_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Position:
    """The vector that the pages share, and the key of the last row that was given."""

    as_known_at: tuple[BookSequence, ...]
    after: tuple[str, ...]


def write_cursor(rpc: str, question: Any, position: Position) -> str:
    """Return the cursor of the rows after a position in the answer to a question."""
    cursor = Cursor(
        question=_digest(rpc, question), as_known_at=position.as_known_at, after=position.after
    )
    raw = cursor.SerializeToString(deterministic=True)
    return urlsafe_b64encode(raw).decode().rstrip("=")


def read_cursor(rpc: str, question: Any, columns: int) -> Position | None:
    """Return the position in a question's cursor, or None; answers INVALID_ARGUMENT.

    `columns` is the number of columns that the answer's rows are ordered by.
    """
    if not question.cursor:
        return None
    cursor = _decoded(question.cursor)
    if cursor is None:
        raise invalid({"cursor": "must be the next_cursor of an earlier answer, as it was given"})
    if cursor.question != _digest(rpc, question) or len(cursor.after) != columns:
        text = "belongs to another question: ask with the same properties, or without a cursor"
        raise invalid({"cursor": text})
    return Position(tuple(cursor.as_known_at), tuple(cursor.after))


def _decoded(text: str) -> Cursor | None:
    if len(text) > MOST_CHARACTERS:
        return None
    padded = text + "=" * (-len(text) % 4)
    try:
        return Cursor.FromString(urlsafe_b64decode(padded.encode("ascii")))
    except (ValueError, DecodeError):
        return None


def _digest(rpc: str, question: Any) -> bytes:
    """Return what tells one question from another; its page size may change on the way."""
    same = type(question)()
    same.CopyFrom(question)
    same.ClearField("cursor")
    same.ClearField("page_size")
    named = rpc.encode() + b"\0" + same.SerializeToString(deterministic=True)
    return sha256(named).digest()[:_DIGEST_BYTES]
