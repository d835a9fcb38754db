"""Snapshot: what a partition's books add up to at an offset, so that a start need not read it all.

Only ever a shortcut: one from other code, with a wrong seal or half written is dropped, and the log
is replayed. The states are pickled; the seal is keyed, so that nobody else's file is ever loaded.
"""

import hmac
import os
import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import structlog

_SEAL_BYTES: Final = 32
_CHUNK: Final = 500
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class FrozenBook:
    """One book's memory, copied while nothing moved; states themselves are immutable."""

    name: str
    sequence: int
    tip: bytes
    recorded_us: int
    states: dict[str, Any]
    versions: dict[str, int]
    balances: dict[tuple[str, str], int]
    sources: dict[str, int]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Frozen books, the facts beside them, and the offset from which the log goes on."""

    next_offset: int
    books: tuple[FrozenBook, ...]
    facts: Any


def code_version(folders: Iterable[Path]) -> str:
    """Return a hash of the code whose states a snapshot holds; any change drops it."""
    digest = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")) + sorted(folder.rglob("*.toml")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class SnapshotFile:
    """One partition's newest snapshot on local disk."""

    def __init__(self, path: Path, key: bytes, code: str) -> None:
        """Take where it is kept, the key it is sealed under, and the version of the code."""
        self._path, self._key, self._code = path, key, code

    def write(self, snapshot: Snapshot) -> int:
        """Replace the file and return its size in bytes. Slow, and safe to run beside the loop."""
        draft = self._path.with_suffix(".draft")
        seal = hmac.new(self._key, digestmod="sha256")
        with draft.open("wb") as file:
            file.write(bytes(_SEAL_BYTES))
            for part in _parts(self._code, snapshot):
                seal.update(part)
                file.write(part)
            file.seek(0)
            file.write(seal.digest())
            file.flush()
            os.fsync(file.fileno())
        size = draft.stat().st_size
        draft.replace(self._path)
        return size

    def read(self) -> Snapshot | None:
        """Return the snapshot, or None where there is none that this code may use."""
        if not self._path.exists():
            return None
        with self._path.open("rb") as file:
            seal = file.read(_SEAL_BYTES)
            found = hmac.new(self._key, digestmod="sha256")
            while block := file.read(1 << 20):
                found.update(block)
            if not hmac.compare_digest(seal, found.digest()):
                _log.warning("snapshot_dropped", ground="seal")
                return None
            file.seek(_SEAL_BYTES)
            if pickle.load(file) != self._code:  # noqa: S301 - sealed under our own key
                _log.info("snapshot_dropped", ground="other_code")
                return None
            return _assembled(file)


def _parts(code: str, snapshot: Snapshot) -> Iterable[bytes]:
    """Yield the pickles in small parts, so that the event loop gets its turn between them."""
    yield pickle.dumps(code)
    yield pickle.dumps((snapshot.next_offset, snapshot.facts, len(snapshot.books)))
    for book in snapshot.books:
        head = (book.name, book.sequence, book.tip, book.recorded_us, book.sources)
        yield pickle.dumps((head, book.balances, len(book.states)))
        streams = list(book.states)
        for start in range(0, len(streams), _CHUNK):
            names = streams[start : start + _CHUNK]
            yield pickle.dumps([(n, book.states[n], book.versions.get(n, 0)) for n in names])


def _assembled(file: Any) -> Snapshot:
    next_offset, facts, count = pickle.load(file)  # noqa: S301 - sealed under our own key
    return Snapshot(next_offset, tuple(_assembled_book(file) for _ in range(count)), facts)


def _assembled_book(file: Any) -> FrozenBook:
    head, balances, count = pickle.load(file)  # noqa: S301 - sealed under our own key
    name, sequence, tip, recorded_us, sources = head
    states: dict[str, Any] = {}
    versions: dict[str, int] = {}
    while len(states) < count:
        for stream, state, version in pickle.load(file):  # noqa: S301 - sealed under our own key
            states[stream] = state
            if version:
                versions[stream] = version
    return FrozenBook(name, sequence, tip, recorded_us, states, versions, balances, sources)
