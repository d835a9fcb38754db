"""Exports: events as lines of JSON or CSV, made as they are read, however many there are."""

import csv
import io
from collections.abc import AsyncIterator
from typing import Any, Final, Protocol

from google.protobuf.json_format import MessageToDict, MessageToJson

BYTES_A_CHUNK: Final = 64 * 1024
# A spreadsheet takes a text that begins so for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS: Final = (
    "book", "sequence", "event_id", "event_type", "stream", "stream_version", "occurred_at",
    "recorded_at", "gaming_day", "accounting_day", "employee_id", "terminal_id", "licence_id",
    "caller", "command_id", "correlation_id", "rulebook", "timing", "late", "clock_suspect",
    "leaf_hash", "postings", "payload",
)  # fmt: skip


class ExportFormat(Protocol):
    """One form of an export."""

    suffix: str
    media_type: str

    def lines(self, events: AsyncIterator[Any]) -> AsyncIterator[bytes]:
        """Yield the export, whole lines in pieces of some size."""


class Ndjson:
    """A line of JSON an event, as the proto's ExportedEvent; the first has the vector."""

    suffix, media_type = ".ndjson", "application/x-ndjson"

    def lines(self, events: AsyncIterator[Any]) -> AsyncIterator[bytes]:
        """Yield the lines."""
        return _gathered(_ndjson(events))


class Csv:
    """A head, then a line an event: envelope, postings as text, payload as JSON."""

    suffix, media_type = ".csv", "text/csv; charset=utf-8"

    def lines(self, events: AsyncIterator[Any]) -> AsyncIterator[bytes]:
        """Yield the lines."""
        return _gathered(_csv(events))


FORMATS: Final[dict[str, ExportFormat]] = {form.suffix: form for form in (Ndjson(), Csv())}


async def _ndjson(events: AsyncIterator[Any]) -> AsyncIterator[str]:
    async for event in events:
        yield MessageToJson(event, preserving_proto_field_name=True, indent=None) + "\n"


async def _csv(events: AsyncIterator[Any]) -> AsyncIterator[str]:
    yield _csv_line(_COLUMNS)
    async for event in events:
        yield _csv_line(_cells(event))


def _cells(event: Any) -> list[Any]:
    line = MessageToDict(
        event.line, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    postings = [f"{p.account} {p.currency} {p.amount_minor}" for p in event.postings]
    has_payload = event.HasField("payload")
    payload = MessageToJson(event.payload, preserving_proto_field_name=True, indent=None)
    cells = line | line.get("actor", {}) | {"leaf_hash": event.line.leaf_hash.hex()}
    cells |= {"postings": "; ".join(postings), "payload": payload if has_payload else ""}
    return [_harmless(cells.get(name, "")) for name in _COLUMNS]


def _harmless(value: Any) -> Any:
    return "'" + value if isinstance(value, str) and value.startswith(_FORMULA) else value


def _csv_line(cells: Any) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


async def _gathered(lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yield lines in larger pieces: a write for each line would be most of the work."""
    piece: list[str] = []
    size = 0
    async for line in lines:
        piece.append(line)
        size += len(line)
        if size >= BYTES_A_CHUNK:
            yield "".join(piece).encode()
            piece, size = [], 0
    if piece:
        yield "".join(piece).encode()
