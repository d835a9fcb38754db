"""A request to the HTTP interface: who asks, for what, with which settings."""

import base64
import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import BinaryIO
from urllib.parse import parse_qsl, urlsplit

import lz4.frame

from deploy.local.clickhouse.users import OWNER

# What is no setting of a query but the interface's own, here or on a real server.
OURS = frozenset(
    [
        "query", "database", "user", "password", "default_format", "query_id", "session_id",
        "session_timeout", "session_check", "compress", "decompress", "enable_http_compression",
        "client_protocol_version", "wait_end_of_query", "quota_key", "role",
        "add_http_cors_header", "send_progress_in_http_headers",
        "http_headers_progress_interval_ms", "cancel_http_readonly_queries_on_client_close",
    ],
)  # fmt: skip
PARAMETER = "param_"
ANY_ZLIB = 47  # gzip or deflate, by its own head


@dataclass(frozen=True, slots=True)
class Request:
    """The arguments of the address, the head and the body (unpacked) of one request."""

    arguments: Mapping[str, str]
    headers: Message
    body: bytes

    @property
    def credentials(self) -> tuple[str, str]:
        """User and password, by Basic authorization, ClickHouse's own headers or arguments."""
        basic = self.headers.get("Authorization", "")
        if basic.startswith("Basic "):
            name, _, password = base64.b64decode(basic[6:]).decode().partition(":")
            return name, password
        name = self.headers.get("X-ClickHouse-User") or self.arguments.get("user") or OWNER
        own = self.headers.get("X-ClickHouse-Key") or self.arguments.get("password") or ""
        return name, own

    @property
    def database(self) -> str:
        """The database to begin in, "" for the default one."""
        return self.arguments.get("database") or self.headers.get("X-ClickHouse-Database") or ""

    @property
    def settings(self) -> dict[str, str]:
        """The query's settings: every argument that is nothing else."""
        return {
            name: value
            for name, value in self.arguments.items()
            if name not in OURS and not name.startswith(PARAMETER)
        }

    @property
    def parameters(self) -> dict[str, str]:
        """The query's server-side parameters."""
        return {
            name.removeprefix(PARAMETER): value
            for name, value in self.arguments.items()
            if name.startswith(PARAMETER)
        }


def read_request(path: str, headers: Message, stream: BinaryIO) -> Request:
    """Read a request whose first line and head have been read."""
    arguments = dict(parse_qsl(urlsplit(path).query, keep_blank_values=True))
    raw = _read_chunks(stream) if headers.get("Transfer-Encoding") == "chunked" else b""
    raw = raw or stream.read(int(headers.get("Content-Length") or 0))
    return Request(arguments, headers, _unpacked(raw, headers.get("Content-Encoding", "")))


def packed(body: bytes) -> bytes:
    """Return the body as gzip, quickly rather than small."""
    return gzip.compress(body, 1)


def _read_chunks(stream: BinaryIO) -> bytes:
    parts = []
    while size := int(stream.readline().split(b";")[0], 16):
        parts.append(stream.read(size))
        stream.readline()
    stream.readline()
    return b"".join(parts)


def _unpacked(raw: bytes, encoding: str) -> bytes:
    if encoding == "lz4":
        unpacked: bytes = lz4.frame.decompress(raw)
        return unpacked
    return zlib.decompress(raw, ANY_ZLIB) if encoding in {"gzip", "deflate"} else raw
