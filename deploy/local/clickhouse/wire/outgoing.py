"""Bytes for a client: the native protocol's numbers, strings and block heads."""

from collections.abc import Iterable

from deploy.local.clickhouse.wire.incoming import LONG

Column = tuple[str, str]  # name and type

BLOCK_INFO = b"\x01\x00\x02\xff\xff\xff\xff\x00"  # no overflow rows, no bucket


def varint(number: int) -> bytes:
    """Return a number of seven bits a byte."""
    out = bytearray()
    while number >= LONG:
        out.append(number & (LONG - 1) | LONG)
        number >>= 7
    out.append(number)
    return bytes(out)


def text(value: str) -> bytes:
    """Return a string, length first."""
    raw = value.encode("utf-8", "surrogateescape")
    return varint(len(raw)) + raw


def header_block(columns: Iterable[Column], *, custom: bool) -> bytes:
    """Return a block of no rows that tells names and types; `custom` as in `blocks`."""
    listed = list(columns)
    mark = b"\0" if custom else b""
    return varint(len(listed)) + b"\0" + b"".join(text(n) + text(t) + mark for n, t in listed)
