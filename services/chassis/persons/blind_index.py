"""Blind index: equal for equal documents, and meaningless to anyone without its key."""

import hmac
import unicodedata

from countroom.ledger.v1.person_pb2 import IdentityDocument


def document_index(key: bytes, document: IdentityDocument) -> bytes:
    """Return HMAC-SHA256 over type, number and issuer, the same however they are typed."""
    parts = document.document_type, document.document_number, document.issuer
    return hmac.digest(key, "|".join(map(normalised, parts)).encode(), "sha256")


def normalised(text: str) -> str:
    """Return letters and digits alone, in one case and one form: "ab 12-3" as "AB123"."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(filter(str.isalnum, text.casefold()))
