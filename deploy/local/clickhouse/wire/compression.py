"""Compressed frames, for clients that ask for them: LZ4 with a CityHash before it."""

import struct

from clickhouse_cityhash.cityhash import CityHash128
from lz4.block import compress as lz4_compress
from lz4.block import decompress as lz4_decompress

from deploy.local.clickhouse.wire.incoming import Incoming, UnwalkableError

LZ4, NONE = 0x82, 0x02
FRAME_BYTES = 1 << 20
CHECKSUM_BYTES = 16
HEAD = struct.Struct("<BII")  # method, size with this head, size when unpacked
HALF = (1 << 64) - 1


def compress(data: bytes) -> bytes:
    """Return the data as frames."""
    return b"".join(
        _frame(data[start : start + FRAME_BYTES]) for start in range(0, len(data), FRAME_BYTES)
    )


def _frame(raw: bytes) -> bytes:
    body: bytes = lz4_compress(raw, store_size=False)
    frame = HEAD.pack(LZ4, len(body) + HEAD.size, len(raw)) + body
    checksum: int = CityHash128(frame)
    return struct.pack("<QQ", checksum >> 64, checksum & HALF) + frame


def read_frame(buffer: Incoming) -> bytes:
    """Return the next frame's content, its checksum unread: nothing leaves the machine."""
    buffer.skip(CHECKSUM_BYTES)
    method, size, unpacked_size = HEAD.unpack(buffer.take(HEAD.size))
    body = buffer.take(size - HEAD.size)
    buffer.drop()
    if method == LZ4:
        unpacked: bytes = lz4_decompress(body, uncompressed_size=unpacked_size)
        return unpacked
    if method == NONE:
        return body
    raise UnwalkableError(f"compression method {method:#x}: use lz4 or none")
