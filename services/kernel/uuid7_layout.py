"""UUIDv7 laid out (RFC 9562, 5.7); where its moment and its bits come from is the caller's."""

from typing import Final

DRAWN_BITS: Final = 74
_MILLISECONDS: Final = (1 << 48) - 1
_VERSION: Final = 7 << 76
_VARIANT: Final = 2 << 62
_LOW: Final = (1 << 62) - 1


def uuid7_of_bits(at_ms: int, drawn: int) -> str:
    """Return the id of a moment in milliseconds since 1970 UTC and of 74 drawn bits, lower case.

    Of more bits than fit, the lowest count.
    """
    high, low = drawn >> 62 & 0xFFF, drawn & _LOW
    digits = f"{(at_ms & _MILLISECONDS) << 80 | _VERSION | high << 64 | _VARIANT | low:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
