"""Into and out of a service's oneof message, so that everyone else matches on classes."""

from google.protobuf.message import Message

_SEVEN_BITS = 128


class UnknownEvent(Exception):
    """The bytes hold an event that this code does not know: a later version wrote it."""


class Oneof:
    """A message with one oneof, as a codec: Oneof(CashierEvent) packs a ChipsSold into bytes."""

    def __init__(self, carrier: type[Message]) -> None:
        (oneof,) = carrier.DESCRIPTOR.oneofs
        self.name: str = carrier.DESCRIPTOR.full_name
        self._carrier, self._oneof = carrier, oneof.name
        self.numbers: dict[type[Message], int] = {
            type(getattr(carrier(), case.name)): case.number for case in oneof.fields
        }
        self.names: dict[int, str] = {
            number: kind.DESCRIPTOR.name for kind, number in self.numbers.items()
        }
        self._tags = {kind: _varint(number << 3 | 2) for kind, number in self.numbers.items()}

    def pack(self, event: Message) -> bytes:
        """ChipsSold(...) -> the bytes of CashierEvent(chips_sold=...), the event not copied."""
        body = event.SerializeToString(deterministic=True)
        return self._tags[type(event)] + _varint(len(body)) + body

    def unpack(self, payload: bytes) -> Message:
        """Return the event in the bytes, or raise UnknownEvent."""
        event = self.case_of(self._carrier.FromString(payload))
        if event is None:
            raise UnknownEvent(self.name)
        return event

    def case_of(self, carried: Message) -> Message | None:
        """Return what a message of the carrier's type holds, or None."""
        case = carried.WhichOneof(self._oneof)
        return getattr(carried, case) if case else None


def _varint(number: int) -> bytes:
    """Return a number in protobuf's base-128 form."""
    out = bytearray()
    while number >= _SEVEN_BITS:
        out.append(number % _SEVEN_BITS | _SEVEN_BITS)
        number >>= 7
    out.append(number)
    return bytes(out)
