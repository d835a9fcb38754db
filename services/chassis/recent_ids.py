"""Recent ids: says of a new command id, without asking the disk, that it is new.

Command ids are UUIDv7 and rise with time. Every id above a book's `floor` that was ever recorded is
in memory here; only one at or below it needs the index. Asking the index for each command would let
go of the interpreter's lock each time, and wait for another thread to give it back.
"""

from typing import Final

GENERATION: Final = 32_768


class RecentIds:
    """The last ids of one book, as hashes: a false "perhaps" costs a look into the index."""

    def __init__(self, floor: bytes) -> None:
        """Take the highest key that the index holds of the book."""
        self._floor = floor
        self._old: set[int] = set()
        self._young: set[int] = set()
        self._old_highest = self._young_highest = b""

    def may_hold(self, key: bytes) -> bool:
        """Say whether the id may have been recorded; False is certain."""
        if key <= self._floor:
            return True
        hashed = hash(key)
        return hashed in self._young or hashed in self._old

    def add(self, key: bytes) -> None:
        """Remember an id that is recorded; the oldest generation goes, the floor rises to it."""
        self._young.add(hash(key))
        self._young_highest = max(self._young_highest, key)
        if len(self._young) >= GENERATION:
            self._floor = max(self._floor, self._old_highest)
            self._old, self._young = self._young, set()
            self._old_highest, self._young_highest = self._young_highest, b""
