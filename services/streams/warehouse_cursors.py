"""Cursors in the warehouse: how far the streams' rows go, by book and by topic and partition."""

from collections.abc import Iterable
from typing import Final

from services.streams.loading import Loader, Through
from services.streams.page_cursor import PageCursor
from services.streams.partition import Partition
from services.warehouse.client import Row, Warehouse
from services.warehouse.writer import Rows

READER: Final = "streams"
COLUMNS: Final = (
    "reader", "topic", "partition", "book", "sequence", "page_hash", "next_offset",
)  # fmt: skip
_NO_HASH: Final = bytes(32)


def cursor_rows(partitions: Iterable[Partition]) -> Rows:
    """Return the lines of every book that has moved, and where each topic goes on."""
    lines: list[Row] = []
    for partition in partitions:
        for book in partition.take_moved():
            cursor = partition.cursors[book]
            at = (READER, partition.topic_of(book), partition.number, book)
            lines.append((*at, cursor.sequence, cursor.page_hash, cursor.next_offset))
        for topic in partition.positions:
            at = (READER, topic, partition.number, "")
            lines.append((*at, 0, _NO_HASH, partition.low_water(topic)))
    return Rows("cursor", COLUMNS, list(zip(*lines, strict=True)))


def load_partition(number: int, warehouse: Warehouse, loader: Loader) -> Partition:
    """Return a partition as far as its rows go, with what is known of each casino in it."""
    lines = warehouse.rows(
        "SELECT topic, book, sequence, lower(hex(page_hash)), next_offset FROM cursor FINAL "
        "WHERE reader = %(reader)s AND partition = %(partition)s",
        {"reader": READER, "partition": number},
    )
    partition = Partition(number)
    for topic, book, sequence, page_hash, next_offset in lines:
        if book:
            cursor = PageCursor(sequence, bytes.fromhex(page_hash), next_offset)
            partition.cursors[book] = cursor
        else:
            partition.positions[topic] = next_offset
    for casino_id in {book.partition("/")[0] for book in partition.cursors}:
        through = Through(
            cashier=_sequence(partition, f"{casino_id}/cashier"),
            compliance=_sequence(partition, f"{casino_id}/compliance"),
        )
        partition.casino(casino_id).restore(loader.casino(casino_id, through), through)
    return partition


def _sequence(partition: Partition, book: str) -> int:
    cursor = partition.cursors.get(book)
    return cursor.sequence if cursor else 0
