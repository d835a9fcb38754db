"""Sealing: a document encrypted under its person's key, and bound to that person of that casino.

The sealed bytes: a version (1), the key's id (8 bytes), a random nonce (12 bytes), and the document
as AES-256-GCM makes it, with the key's owner ("<casino_id>/<person>") as associated data.
"""

import os
from typing import Final

from countroom.ledger.v1.person_pb2 import IdentityDocument
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from services.chassis.persons.key_store import PersonKey

_VERSION: Final = b"\x01"
_ID_END: Final = 9
_NONCE_END: Final = 21


class SealBroken(Exception):
    """The sealed bytes are not what was sealed for this person."""


class PersonSeal:
    """Seals and opens one person's documents."""

    __slots__ = ("_associated", "_cipher", "_head", "key_id")

    def __init__(self, owner: str, key: PersonKey) -> None:
        """Take the key and whose it is."""
        self.key_id = key.key_id
        self._head, self._associated = _VERSION + key.key_id, owner.encode()
        self._cipher = AESGCM(key.key)

    def seal(self, document: IdentityDocument) -> bytes:
        """Return the document, unreadable without the key; another result each time."""
        nonce = os.urandom(_NONCE_END - _ID_END)
        return (
            self._head
            + nonce
            + self._cipher.encrypt(nonce, document.SerializeToString(), self._associated)
        )

    def open(self, sealed: bytes) -> IdentityDocument:
        """Return the document, or raise SealBroken."""
        nonce = sealed[_ID_END:_NONCE_END]
        try:
            clear = self._cipher.decrypt(nonce, sealed[_NONCE_END:], self._associated)
        except (InvalidTag, ValueError):
            raise SealBroken from None
        return IdentityDocument.FromString(clear)


def key_id_of(sealed: bytes) -> bytes:
    """Return the id of the key that sealed; SealBroken where the bytes were never sealed."""
    if len(sealed) < _NONCE_END or sealed[:1] != _VERSION:
        raise SealBroken
    return sealed[1:_ID_END]
