"""One client's socket: what is read from it, and the packets that are sent to it."""

import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

from deploy.local.clickhouse.engine_error import EngineError
from deploy.local.clickhouse.tcp.revision import FromServer, Revision
from deploy.local.clickhouse.wire.blocks import with_custom_bytes
from deploy.local.clickhouse.wire.compression import compress
from deploy.local.clickhouse.wire.incoming import Incoming
from deploy.local.clickhouse.wire.outgoing import BLOCK_INFO, Column, header_block, text, varint

EMPTY_BLOCK = BLOCK_INFO + b"\0\0"


@dataclass(frozen=True, slots=True)
class Progress:
    """What a query has done: rows and bytes read, rows and bytes written, time in nanoseconds."""

    rows: int = 0
    size: int = 0
    written_rows: int = 0
    written_size: int = 0
    elapsed_ns: int = 0


@dataclass(slots=True)
class WireConnection:
    """A client's socket, the revision it speaks, and whether its current query is compressed."""

    socket: socket.socket
    revision: int = 0
    compressed: bool = False
    incoming: Incoming = field(init=False)

    def __post_init__(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.incoming = Incoming(self.socket.recv)

    def speaks(self, part: Revision) -> bool:
        """Whether packets have this part."""
        return self.revision >= part

    def send(self, kind: FromServer, *parts: bytes) -> None:
        """Send one packet."""
        self.socket.sendall(varint(kind) + b"".join(parts))

    def send_exception(self, error: EngineError) -> None:
        """Send what went wrong."""
        code, name = struct.pack("<i", error.code), text("DB::Exception")
        message = text("DB::Exception: " + error.message)
        self.send(FromServer.EXCEPTION, code, name, message, text(""), b"\0")

    def send_block(self, raw: bytes) -> None:
        """Send an engine's block."""
        custom = self.speaks(Revision.CUSTOM_SERIALIZATION) and raw[:1] != b"\0"
        self._send_data(with_custom_bytes(raw) if custom else raw)

    def send_header(self, columns: Iterable[Column]) -> None:
        """Send names and types, which a client learns from an empty first block."""
        custom = self.speaks(Revision.CUSTOM_SERIALIZATION)
        self._send_data(header_block(columns, custom=custom))

    def send_progress(self, done: Progress) -> None:
        """Send what the query has done."""
        out = [varint(done.rows), varint(done.size), varint(0)]
        if self.speaks(Revision.TOTAL_BYTES_IN_PROGRESS):
            out.append(varint(0))
        out += [varint(done.written_rows), varint(done.written_size)]
        if self.speaks(Revision.ELAPSED_IN_PROGRESS):
            out.append(varint(done.elapsed_ns))
        self.send(FromServer.PROGRESS, *out)

    def send_profile(self, done: Progress, blocks: int) -> None:
        """Send the summary of a SELECT."""
        counts = varint(done.rows) + varint(blocks) + varint(done.size)
        self.send(FromServer.PROFILE, counts, b"\0", varint(0), b"\0")

    def send_no_events(self) -> None:
        """Send empty profile events, for which clients wait after each block that they insert."""
        if self.speaks(Revision.PROFILE_EVENTS_IN_INSERT):
            self.send(FromServer.PROFILE_EVENTS, text(""), EMPTY_BLOCK)

    def _send_data(self, block: bytes) -> None:
        payload = BLOCK_INFO + block
        self.send(FromServer.DATA, text(""), compress(payload) if self.compressed else payload)
