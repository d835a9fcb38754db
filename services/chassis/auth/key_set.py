"""Key set: the issuer's public keys from a JWKS file, read again as the file changes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import jwt
import structlog

ALGORITHMS: Final = frozenset({"EdDSA", "ES256"})
LOOK_EVERY_S: Final = 1.0
_log = structlog.get_logger()


class KeySet:
    """Keys by their id (kid). The file is looked at once a second at most, so that keys rotate.

    A key that has left the file is gone within that second. A file that can't be read leaves the
    keys as they were: half a write must not lock a house out.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        """Read the file; one that is missing or no JWKS is an error that names it."""
        self._path, self._clock = path, clock
        self._keys: dict[str, jwt.PyJWK] = {}
        self._stamp = _stamp(path)
        self._keys = read_key_set(path)
        self._next_look = clock() + LOOK_EVERY_S

    @property
    def keys(self) -> dict[str, jwt.PyJWK]:
        """Return the keys as they stand; a new dict whenever the file has changed."""
        now = self._clock()
        if now >= self._next_look:
            self._next_look = now + LOOK_EVERY_S
            self._look()
        return self._keys

    def _look(self) -> None:
        try:
            stamp = _stamp(self._path)
            if stamp != self._stamp:
                self._keys, self._stamp = read_key_set(self._path), stamp
                _log.info("token_keys_read", count=len(self._keys))
        except (OSError, KeySetUnreadable) as error:
            _log.warning("token_keys_unreadable", error=type(error).__name__)


class KeySetUnreadable(Exception):
    """The JWKS file is missing, no JWKS, or has a key of another kind than EdDSA or ES256."""


def read_key_set(path: Path) -> dict[str, jwt.PyJWK]:
    """Return the keys of a JWKS file by kid; raise KeySetUnreadable with what to do."""
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["keys"]
        return {entry["kid"]: _key(entry) for entry in listed}
    except OSError as error:
        raise KeySetUnreadable(
            f"{path}: {error.strerror}. COUNTROOM_JWKS names the file of the issuer's public keys; "
            "`python -m deploy.local.issuer keys` makes a local one."
        ) from error
    except (ValueError, TypeError, KeyError, jwt.PyJWKError, jwt.InvalidKeyError) as error:
        raise KeySetUnreadable(
            f'{path}: is no JWKS of EdDSA and ES256 keys: it must look like {{"keys": [{{"kid": ...'
        ) from error


def _key(entry: dict[str, Any]) -> jwt.PyJWK:
    key = jwt.PyJWK(entry)
    if key.algorithm_name not in ALGORITHMS:
        raise ValueError(key.algorithm_name)
    return key


def _stamp(path: Path) -> tuple[int, int, int]:
    """Return what differs after any write; zeros for a file that is not there."""
    if not path.exists():
        return 0, 0, 0
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_ino, stat.st_size
