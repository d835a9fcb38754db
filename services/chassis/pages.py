"""Page: the events of one book in one group commit: one Kafka record, chained to the one before.

Record value: version (1 byte), codec (1 byte), page hash (32 bytes), body (as the codec says).
The body is a serialized countroom.ledger.v1.PageBody. Page hash: SHA-256 over 0x02, the previous
page's hash and the raw body. Leaf hash of an event: SHA-256 over 0x00 and its bytes (RFC 6962).
docs/page-format.md has the same for readers in other languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import zstandard
from countroom.ledger.v1.page_pb2 import PageBody
from google.protobuf.message import DecodeError

VERSION: Final = 1
RAW, ZSTD = 0, 1
HEAD_BYTES: Final = 34
MAX_BODY_BYTES: Final = 768 * 1024
EVENT_OVERHEAD_BYTES: Final = 8  # tag and length of one event inside a body, at most
FIRST_PREVIOUS_HASH: Final = bytes(32)
_SMALL_BYTES: Final = 256  # below this a compressed frame is no smaller
_COMPRESSOR_LEVEL: Final = 3


class MalformedPage(Exception):
    """The record's bytes are no page: wrong version, length, codec, hash or body."""


class BrokenChain(Exception):
    """A page does not follow the one before it. The book is not to be trusted from here."""


class Gap(BrokenChain):
    """Events are missing between two pages of a book."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as read; `events` are the bytes that the leaf hashes are taken over."""

    book: str
    first_sequence: int
    previous_hash: bytes
    hash: bytes
    events: Sequence[bytes]

    @property
    def last_sequence(self) -> int:
        """Return the sequence of the last event."""
        return self.first_sequence + len(self.events) - 1


def leaf_hash(event: bytes) -> bytes:
    """Return an event's RFC 6962 leaf hash."""
    return sha256(b"\x00" + event).digest()


def page_hash(previous_hash: bytes, body: bytes) -> bytes:
    """Return the hash that chains a page's raw body to the page before."""
    return sha256(b"\x02" + previous_hash + body).digest()


def page_body(
    book: str, first_sequence: int, previous_hash: bytes, events: Sequence[bytes]
) -> bytes:
    """Return the raw body, the bytes that the page's hash covers."""
    body = PageBody(
        book=book, first_sequence=first_sequence, previous_hash=previous_hash, events=events
    )
    return body.SerializeToString(deterministic=True)


def write_page(
    book: str, first_sequence: int, previous_hash: bytes, events: Sequence[bytes]
) -> tuple[Page, bytes]:
    """Return the page and its record's value."""
    body = page_body(book, first_sequence, previous_hash, events)
    digest = page_hash(previous_hash, body)
    codec, stored = RAW, body
    if len(body) > _SMALL_BYTES:
        codec, stored = ZSTD, zstandard.ZstdCompressor(level=_COMPRESSOR_LEVEL).compress(body)
    value = bytes((VERSION, codec)) + digest + stored
    return Page(book, first_sequence, previous_hash, digest, events), value


def read_page(value: bytes) -> Page:
    """Return the page in a record's value, its own hash verified; raise MalformedPage."""
    if len(value) <= HEAD_BYTES or value[0] != VERSION:
        raise MalformedPage(f"no page of version {VERSION}: {value[:2].hex()}, {len(value)} bytes")
    digest, raw = value[2:HEAD_BYTES], _raw_body(value[1], value[HEAD_BYTES:])
    try:
        body = PageBody.FromString(raw)
    except DecodeError as error:
        raise MalformedPage("the body is no PageBody") from error
    if page_hash(body.previous_hash, raw) != digest:
        raise MalformedPage(f"hash of {body.book} from {body.first_sequence} does not hold")
    if not body.events or body.first_sequence < 1:
        raise MalformedPage(f"{body.book}: a page without events or sequence")
    return Page(body.book, body.first_sequence, body.previous_hash, digest, body.events)


def _raw_body(codec: int, stored: bytes) -> bytes:
    if codec == RAW:
        return stored
    if codec != ZSTD:
        raise MalformedPage(f"unknown codec {codec}")
    try:
        # The frame says its size; one that claims more than a page may hold is not unpacked.
        if not 0 < zstandard.frame_content_size(stored) <= MAX_BODY_BYTES:
            raise MalformedPage("the frame is larger than a page may be")
        return zstandard.ZstdDecompressor().decompress(stored)
    except zstandard.ZstdError as error:
        raise MalformedPage("the frame does not unpack") from error


def require_next(page: Page, sequence: int, previous_hash: bytes) -> None:
    """Raise Gap or BrokenChain unless the page follows `sequence`, the last one of its book."""
    if page.first_sequence != sequence + 1:
        raise Gap(f"{page.book}: {page.first_sequence} after {sequence}")
    if page.previous_hash != previous_hash:
        raise BrokenChain(f"{page.book}: page {page.first_sequence} does not name the one before")
