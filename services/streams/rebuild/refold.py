"""Refold: the log through the same projections, into the tables beside the live ones."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Event
from typing import Final

from services.chassis.kafka_log import LogUnread
from services.chassis.pages import BrokenChain, read_page
from services.streams.loading import WarehouseLoader
from services.streams.log_reader import LogReader, LogRecord
from services.streams.needed import load_needed
from services.streams.partition import Partition
from services.streams.projections.reading import Reading
from services.streams.rebuild.beside import SUFFIX
from services.streams.rebuild.vector import Vector
from services.streams.row_buffer import RowBuffer
from services.streams.session_rows import take_session_rows
from services.warehouse.client import Warehouse
from services.warehouse.writer import Writer

_FLUSH_EVENTS: Final = 50_000
_TOKENS_KEPT: Final = 100_000


class Refold:
    """Folds what a vector covers; asked again with a greater one, it goes on.

    What it reads beyond the vector waits in memory for the next one, so ask soon.
    """

    def __init__(
        self, reader: LogReader, connect: Callable[[], Warehouse], warehouse: Warehouse
    ) -> None:
        """Take the log from its beginning, and connections of its own."""
        self._reader = reader
        self._loader = WarehouseLoader(warehouse, SUFFIX)
        self._writer = Writer(connect, Event())
        self._partitions = {number: Partition(number) for number in reader.partitions}
        self._rows, self._gathered = RowBuffer(), 0
        self._ahead: list[LogRecord] = []

    def fold_through(self, vector: Vector) -> None:
        """Fold every page that the vector covers; raise BrokenChain or LogUnread where it can't."""
        ahead, self._ahead = self._ahead, []
        self._take(ahead, vector)
        idle = 0
        while any(self._sequence(book) < last for book, last in vector.items()):
            records = self._reader.next_records()
            idle = 0 if records else idle + 1
            if idle > 30:  # noqa: PLR2004 - half a minute without a record before a known end
                raise LogUnread(f"the log ends before {dict(vector)}")
            self._take(records, vector)
        self._flush()

    def close(self) -> None:
        """Give up the connection."""
        self._writer.close()

    def _take(self, records: Iterable[LogRecord], vector: Vector) -> None:
        for record in records:
            page = read_page(record.value)
            if page.last_sequence > vector.get(page.book, 0):
                self._ahead.append(record)
                continue
            self._fold(self._partitions[record.partition], record)
            if self._gathered >= _FLUSH_EVENTS:
                self._flush()

    def _fold(self, partition: Partition, record: LogRecord) -> None:
        reading = partition.read(record.topic, record.offset, record.key, record.value)
        if reading is not None:
            self._fold_reading(partition, reading)
            for waited in partition.no_longer_waiting(reading.casino_id):
                self._fold_reading(partition, waited)
        for book, stop in partition.stopped.items():
            raise BrokenChain(f"{book}: {stop.reason}")

    def _fold_reading(self, partition: Partition, reading: Reading) -> None:
        load_needed(partition.casino(reading.casino_id), reading, self._loader)
        partition.fold(reading, self._rows)
        self._gathered += len(reading.entries)

    def _flush(self) -> None:
        self._gathered = 0
        states = [s for p in self._partitions.values() for s in p.casinos.values()]
        for state in states:
            for row in take_session_rows(state):
                self._rows.add("patron_session", row)
        settled = [(state, *state.next_flush()) for state in states]
        batch = self._rows.take()
        self._writer.write([replace(rows, table=rows.table + SUFFIX) for rows in batch])
        for state, flush, done in settled:
            state.flushed(flush, done, _TOKENS_KEPT)

    def _sequence(self, book: str) -> int:
        cursors = (partition.cursors.get(book) for partition in self._partitions.values())
        return max((cursor.sequence for cursor in cursors if cursor), default=0)
