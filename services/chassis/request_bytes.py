"""Request bytes: what does not parse becomes an answer, where gRPC itself would say INTERNAL."""

from collections.abc import Callable
from typing import Any

from countroom.ledger.v1.receipt_pb2 import FieldViolation
from google.protobuf.message import DecodeError, Message

from services.chassis import answers
from services.chassis.answers import Answered


class Unreadable:
    """Stands for a request whose bytes are no message of its type."""


def reader_of(kind: type[Message]) -> Callable[[bytes], Any]:
    """Return a deserializer that never raises."""

    def read(received: bytes) -> Any:
        try:
            return kind.FromString(received)
        except DecodeError:
            return Unreadable()

    return read


def require_readable(request: Any) -> None:
    """Answer INVALID_ARGUMENT where the bytes were no message."""
    if isinstance(request, Unreadable):
        text = "is not a message of this RPC's type: check the client's protos"
        raise Answered(answers.invalid([FieldViolation(field="(request)", text=text)]))
