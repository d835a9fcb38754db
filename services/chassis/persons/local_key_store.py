"""The local key store: a SQLite file of data keys, each wrapped under the master key."""

import secrets
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from services.chassis.key_files import write_once
from services.chassis.persons.key_store import PersonKey

KEY_ID_BYTES: Final = 8
NONCE_BYTES: Final = 12
_BUSY_S: Final = 10.0


class WrongMasterKey(Exception):
    """A data key does not unwrap: the master key's file is not the one this store was made with."""


class NotErased(Exception):
    """A destroyed key can't be used any more, but its bytes are still on disk."""


class LocalKeyStore:
    """Shared by the processes of one machine. What is deleted is overwritten in the file too."""

    def __init__(self, path: Path, master_key: bytes) -> None:
        """Open the file, made at the first start so that only its owner can read it."""
        write_once(path, b"")
        self._master = AESGCM(master_key)
        self._lock = threading.Lock()
        self._db = sqlite3.connect(
            path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
        )
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
            self._db.execute(f"PRAGMA {pragma}").fetchall()
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS owned_key ("
            " owner TEXT PRIMARY KEY, key_id BLOB NOT NULL, wrapped BLOB NOT NULL) WITHOUT ROWID"
        )

    @property
    def generation(self) -> int:
        """Return a number that changes with every write of another process."""
        with self._lock:
            number: int = self._db.execute("PRAGMA data_version").fetchone()[0]
            return number

    def find(self, owner: str) -> PersonKey | None:
        """Return the owner's key, or None."""
        with self._lock:
            return self._find(owner)

    def make(self, owners: Iterable[str]) -> Mapping[str, PersonKey]:
        """Return a key for each owner; the new ones are on disk, by one flush for all of them."""
        names = sorted(set(owners))
        with self._lock:
            drafts = [self._draft(owner) for owner in names]
            self._db.execute("BEGIN IMMEDIATE")
            try:
                # Another process may have been quicker: whichever key is in the file is the one.
                self._db.executemany("INSERT OR IGNORE INTO owned_key VALUES (?, ?, ?)", drafts)
                kept = {owner: self._find(owner) for owner in names}
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        return {owner: key for owner, key in kept.items() if key is not None}

    def destroy(self, owner: str) -> None:
        """Overwrite the owner's key in the file and in its write-ahead log."""
        with self._lock:
            self._db.execute("DELETE FROM owned_key WHERE owner = ?", (owner,))
            (is_busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise NotErased(
                "The key is deleted, but another process reads the store and the old bytes are "
                "still in its write-ahead log. Destroy it again in a moment."
            )

    def close(self) -> None:
        """Give up the file."""
        self._db.close()

    def _find(self, owner: str) -> PersonKey | None:
        row = self._db.execute(
            "SELECT key_id, wrapped FROM owned_key WHERE owner = ?", (owner,)
        ).fetchone()
        if row is None:
            return None
        key_id, wrapped = row
        nonce, sealed = wrapped[:NONCE_BYTES], wrapped[NONCE_BYTES:]
        try:
            key = self._master.decrypt(nonce, sealed, key_id + owner.encode())
        except InvalidTag:
            raise WrongMasterKey(
                "A person's key can't be unwrapped: persons_master.key is not the one that the key "
                "store was made with. Restore both from the same backup."
            ) from None
        return PersonKey(key_id, key)

    def _draft(self, owner: str) -> tuple[str, bytes, bytes]:
        key_id, nonce = secrets.token_bytes(KEY_ID_BYTES), secrets.token_bytes(NONCE_BYTES)
        key = AESGCM.generate_key(256)
        return owner, key_id, nonce + self._master.encrypt(nonce, key, key_id + owner.encode())
