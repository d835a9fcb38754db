"""UUIDv7 command ids: by name and time, so that a second run sends the same, or by a seed."""

import hashlib
import random

from services.kernel.uuid7_layout import DRAWN_BITS, uuid7_of_bits


def uuid7_of(name: str, at_us: int) -> str:
    """Return the one id of a name at a moment (microseconds since 1970 UTC), in lower case."""
    drawn = int.from_bytes(hashlib.sha256(f"{name}\0{at_us}".encode()).digest())
    return uuid7_of_bits(at_us // 1_000, drawn)


class Uuid7Source:
    """Ids by chance: the same seed and the same moments give the same ids."""

    def __init__(self, seed: int) -> None:
        """Take the seed."""
        self._chance = random.Random(seed)

    def next_id(self, at_us: int) -> str:
        """Return a new id for a moment in microseconds since 1970 UTC."""
        return uuid7_of_bits(at_us // 1_000, self._chance.getrandbits(DRAWN_BITS))
