"""UUIDv7 command ids: by name and time, so that a second run sends the same, or by a seed."""

import hashlib
import random
import uuid
from typing import Final

_TIME_BITS: Final = 48
_CHANCE_BITS: Final = 74
_VERSION: Final = 7
_VARIANT: Final = 0b10


def uuid7_of(name: str, at_us: int) -> str:
    """Return the one id of a name at a moment (microseconds since 1970 UTC), in lower case."""
    drawn = int.from_bytes(hashlib.sha256(f"{name}\0{at_us}".encode()).digest())
    return _uuid7(at_us, drawn & ((1 << _CHANCE_BITS) - 1))


class Uuid7Source:
    """Ids by chance: the same seed and the same moments give the same ids."""

    def __init__(self, seed: int) -> None:
        """Take the seed."""
        self._chance = random.Random(seed)

    def next_id(self, at_us: int) -> str:
        """Return a new id for a moment in microseconds since 1970 UTC."""
        return _uuid7(at_us, self._chance.getrandbits(_CHANCE_BITS))


def _uuid7(at_us: int, drawn: int) -> str:
    """Lay out RFC 9562: 48 bits of milliseconds, version, 12 bits, variant, 62 bits."""
    milliseconds = at_us // 1_000 & ((1 << _TIME_BITS) - 1)
    high, low = drawn >> 62, drawn & ((1 << 62) - 1)
    return str(
        uuid.UUID(int=milliseconds << 80 | _VERSION << 76 | high << 64 | _VARIANT << 62 | low)
    )
