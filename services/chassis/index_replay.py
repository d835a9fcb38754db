"""Index replay: the entries of a page's commands, as the live writer would have kept them."""

from collections.abc import Iterator, Sequence

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.message import Message

from services.chassis.command_index import Entry, command_key
from services.chassis.pages import leaf_hash
from services.kernel.oneof import Oneof

Read = tuple[Event, Message, bytes]
"""An event, its fact and its raw bytes."""


def entries_of(read: Sequence[Read], payload: Oneof) -> Iterator[tuple[bytes, bytes]]:
    """Yield (key, entry) of each command of a page; a decision never spans two pages."""
    start = 0
    for place in range(1, len(read) + 1):
        ended = place == len(read) or read[place][0].command_id != read[start][0].command_id
        if ended:
            yield _entry(read[start:place], payload)
            start = place


def _entry(decided: Sequence[Read], payload: Oneof) -> tuple[bytes, bytes]:
    first, last = decided[0][0], decided[-1][0]
    remarks = b""
    if first.notices or first.exceptions:
        kept = Receipt(notices=first.notices, exceptions=first.exceptions)
        remarks = kept.SerializeToString(deterministic=True)
    entry = Entry(
        first.command_digest,
        first.sequence,
        last.stream_version,
        last.recorded_at.ToMicroseconds(),
        leaf_hash(decided[-1][2]),
        tuple(payload.numbers[type(fact)] for _, fact, _ in decided),
        remarks,
    )
    return command_key(first.book, first.command_id), entry.to_bytes()
