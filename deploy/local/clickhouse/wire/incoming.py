"""Bytes from a client, pulled as they are needed."""

from collections.abc import Callable
from typing import Self

READ_SIZE = 1 << 18
LONG = 128  # a varint's byte from this value on has another one after it


class PeerGoneError(ConnectionError):
    """The client closed the connection."""


class UnwalkableError(ValueError):
    """The client's bytes can't be understood, so the place in the stream is lost."""


class Incoming:
    """A buffer over `receive(size)`: `place` is where reading is, `drop` forgets what was read."""

    def __init__(self, receive: Callable[[int], bytes], data: bytes = b"") -> None:
        self._receive, self.data, self.place = receive, bytearray(data), 0

    @classmethod
    def over(cls, data: bytes) -> Self:
        """Return a buffer that holds all it will ever have."""
        return cls(lambda _size: b"", data)

    def need(self, size: int) -> None:
        """Have at least that many bytes after the place."""
        end = self.place + size
        while len(self.data) < end:
            chunk = self._receive(READ_SIZE)
            if not chunk:
                raise PeerGoneError("the client closed the connection")
            self.data += chunk

    def skip(self, size: int) -> None:
        """Move on over that many bytes."""
        self.need(size)
        self.place += size

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        self.skip(size)
        return bytes(self.data[self.place - size : self.place])

    def byte(self) -> int:
        """Return the next byte as a number."""
        self.skip(1)
        return self.data[self.place - 1]

    def uint64(self) -> int:
        """Return the next eight bytes, little end first, as a number."""
        return int.from_bytes(self.take(8), "little")

    def varint(self) -> int:
        """Return the next number of seven bits a byte."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & (LONG - 1)) << shift
            if byte < LONG:
                return number
            shift += 7

    def text(self) -> str:
        """Return the next string, length first; bytes that are no UTF-8 survive a round trip."""
        return self.take(self.varint()).decode("utf-8", "surrogateescape")

    def skip_texts(self, count: int) -> None:
        """Move on over so many strings: the only loop of the front that goes value by value."""
        while count:
            data, place = self.data, self.place
            try:
                while count:
                    size = data[place]
                    if size < LONG:
                        place += size + 1
                    else:
                        size, place = _long_varint(data, place)
                        place += size
                    count -= 1
            except IndexError:  # past what has arrived: pull more, and do this one string again
                self.place = place
                self.need(max(1, len(data) - place + 1))
            self.place = place
        self.need(0)

    def drop(self) -> None:
        """Forget what was read."""
        del self.data[: self.place]
        self.place = 0


def _long_varint(data: bytearray, place: int) -> tuple[int, int]:
    number, shift = data[place] & (LONG - 1), 7
    place += 1
    while data[place] >= LONG:
        number |= (data[place] & (LONG - 1)) << shift
        place, shift = place + 1, shift + 7
    return number | data[place] << shift, place + 1
