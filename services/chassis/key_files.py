"""Key files: secret keys of 32 random bytes, one a file, that only their owner can read."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

KEY_BYTES: Final = 32


class KeyMissing(Exception):
    """A key's file is not there, or holds no key; the text says what to do."""


@dataclass(frozen=True, slots=True)
class KeyFiles:
    """A folder of keys. A missing one is made only where that was asked for.

    A key made anew beside data that rests on the old one would turn every repeat into a fault and
    every document into noise, so a process in production never makes one.
    """

    folder: Path
    may_make: bool

    def key(self, name: str) -> bytes:
        """Return a key by name, e.g. "digest" for the file digest.key."""
        path = self.folder / f"{name}.key"
        if not path.exists() and self.may_make:
            write_once(path, secrets.token_bytes(KEY_BYTES))
        try:
            key = path.read_bytes()
        except OSError as error:
            raise KeyMissing(
                f"{path}: {error.strerror}. Restore it from its backup; for a first start, when no "
                "book has anything yet, set COUNTROOM_MAKE_KEYS=true."
            ) from error
        if len(key) != KEY_BYTES:
            raise KeyMissing(f"{path} must hold {KEY_BYTES} bytes, not {len(key)}. Restore it.")
        return key


def write_once(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all; one that is there stays."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _link(draft, path)
    finally:
        draft.unlink()


def _link(draft: Path, path: Path) -> None:
    """Give the draft its name, unless another process was quicker: then theirs is the one."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
