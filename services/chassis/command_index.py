"""Command index: every command id a partition ever recorded, on local disk, rebuilt from the log.

An LMDB file, so that no id is ever forgotten and none costs memory of its own. It is written after
each commit and never flushed: a killed process loses nothing, and after a machine's crash the file
is thrown away and made again from the log (`boot` tells).
"""

import shutil
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import lmdb

_ENTRY: Final = struct.Struct(">16sQHQQ32s")
_TYPE: Final = struct.Struct(">H")
_NUMBER: Final = struct.Struct(">Q")
_MAP_BYTES: Final = 1 << 30  # grows when full; address space, not memory


@dataclass(frozen=True, slots=True)
class Entry:
    """What a repeat is answered from; `remarks` is a Receipt of notices and exceptions alone."""

    digest: bytes
    first_sequence: int
    stream_version: int
    recorded_us: int
    leaf_hash: bytes
    types: tuple[int, ...]
    remarks: bytes = b""

    def to_bytes(self) -> bytes:
        """Return the entry as it is kept."""
        head = _ENTRY.pack(
            self.digest,
            self.first_sequence,
            len(self.types),
            self.stream_version,
            self.recorded_us,
            self.leaf_hash,
        )
        return head + b"".join(map(_TYPE.pack, self.types)) + self.remarks

    @classmethod
    def from_bytes(cls, kept: bytes) -> "Entry":
        """Return the entry that to_bytes kept."""
        digest, first, count, version, recorded_us, leaf = _ENTRY.unpack_from(kept)
        end = _ENTRY.size + count * _TYPE.size
        types = tuple(kind for (kind,) in _TYPE.iter_unpack(kept[_ENTRY.size : end]))
        return cls(digest, first, version, recorded_us, leaf, types, kept[end:])


def command_key(book: str, command_id: str) -> bytes:
    """Return a command's key: the book, and the id as its 16 bytes, near its neighbours in time."""
    return book.encode() + b"\0" + bytes.fromhex(command_id.replace("-", ""))


class CommandIndex:
    """Ids, and where each page stands in the log. One process at a time has it open."""

    def __init__(self, folder: Path, boot: str) -> None:
        """Open the folder's index; one from before the machine's last start is made anew."""
        marker = folder / "boot"
        if folder.exists() and (not marker.exists() or marker.read_text() != boot):
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        marker.write_text(boot)
        self._env = lmdb.open(
            str(folder), map_size=_MAP_BYTES, max_dbs=3, sync=False, metasync=False, readahead=False
        )
        self._commands = self._env.open_db(b"commands")
        self._pages = self._env.open_db(b"pages")
        self._cursor = self._env.open_db(b"cursor")

    @property
    def next_offset(self) -> int:
        """Return the offset in the log up to which everything is in the index."""
        with self._env.begin(db=self._cursor) as reading:
            kept = reading.get(b"next_offset")
        return _NUMBER.unpack(kept)[0] if kept else 0

    def get(self, key: bytes) -> Entry | None:
        """Return a command's entry, or None for one that was never recorded."""
        with self._env.begin(db=self._commands) as reading:
            kept = reading.get(key)
        return Entry.from_bytes(kept) if kept else None

    def highest(self, book: str) -> bytes:
        """Return the highest key of a book's commands, or b"" where it has none."""
        prefix = book.encode() + b"\0"
        after = book.encode() + b"\1"
        with self._env.begin(db=self._commands) as reading, reading.cursor() as cursor:
            found = cursor.prev() if cursor.set_range(after) else cursor.last()
            key: bytes = cursor.key() if found else b""
            return key if key.startswith(prefix) else b""

    def offset_of(self, book: str, sequence: int) -> int | None:
        """Return the offset of the page that holds a sequence, or None where none can."""
        wanted = book.encode() + b"\0" + _NUMBER.pack(sequence)
        with self._env.begin(db=self._pages) as reading, reading.cursor() as cursor:
            found = cursor.set_range(wanted)
            if not (found and cursor.key() == wanted) and not (
                cursor.prev() if found else cursor.last()
            ):
                return None
            if not cursor.key().startswith(book.encode() + b"\0"):
                return None
            offset: int = _NUMBER.unpack(cursor.value())[0]
            return offset

    def put(
        self,
        commands: Iterable[tuple[bytes, bytes]],
        pages: Iterable[tuple[str, int, int]],
        next_offset: int,
    ) -> None:
        """Keep commands (key, entry) and pages (book, first sequence, offset), all or none."""
        commands, pages = list(commands), list(pages)
        try:
            self._put(commands, pages, next_offset)
        except lmdb.MapFullError:
            self._env.set_mapsize(self._env.info()["map_size"] * 2)
            self.put(commands, pages, next_offset)

    def _put(
        self,
        commands: list[tuple[bytes, bytes]],
        pages: list[tuple[str, int, int]],
        next_offset: int,
    ) -> None:
        with self._env.begin(write=True) as writing:
            for key, entry in commands:
                writing.put(key, entry, db=self._commands)
            for book, first_sequence, offset in pages:
                at = book.encode() + b"\0" + _NUMBER.pack(first_sequence)
                writing.put(at, _NUMBER.pack(offset), db=self._pages)
            writing.put(b"next_offset", _NUMBER.pack(next_offset), db=self._cursor)

    def close(self) -> None:
        """Flush and close."""
        self._env.sync(True)  # noqa: FBT003 - LMDB's own signature
        self._env.close()
