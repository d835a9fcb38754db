"""Fields of answers: what several of them make from a row's columns."""

from fractions import Fraction
from typing import Final

from countroom.ledger.v1.event_pb2 import BookSequence
from countroom.ledger.v1.money_pb2 import Ratio
from google.protobuf.timestamp_pb2 import Timestamp

from services.chassis import answers
from services.chassis.answers import Answered

MOST: Final = (1 << 63) - 1


def moment(microseconds: int) -> Timestamp:
    """Return microseconds since 1970 UTC as a message."""
    seconds, rest = divmod(microseconds, 1_000_000)
    return Timestamp(seconds=seconds, nanos=rest * 1_000)


def at(book: str, sequence: int) -> BookSequence:
    """Return an event's place."""
    return BookSequence(book=book, sequence=sequence)


def ratio(numerator: int, denominator: int) -> Ratio:
    """Return an exact amount; a denominator of 0, of what no row has, stands for no amount."""
    amount = Fraction(numerator, denominator or 1)
    return Ratio(numerator=whole(amount.numerator), denominator=whole(amount.denominator))


def whole(total: int) -> int:
    """Return a total that an answer can carry; one beyond 64 bits is refused, never cut short."""
    if abs(total) > MOST:
        text = (
            "A total is larger than an answer can carry. Ask for a shorter period or fewer groups."
        )
        raise Answered(answers.failed_precondition("total_too_large", text, {"total": str(total)}))
    return total


def as_bytes(value: str | bytes) -> bytes:
    """Return a text column's very bytes: the driver gives those that happen to be UTF-8 as text."""
    return value if isinstance(value, bytes) else value.encode()
