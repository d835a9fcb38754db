"""Reconciler: log, cursor and warehouse held against each other, book by book."""

from dataclasses import dataclass

from google.protobuf.message import DecodeError

from services.chassis.metrics import Metrics
from services.chassis.pages import MalformedPage, read_page
from services.streams.log_reader import LogRecord
from services.streams.reconcile.book_log import BookLog
from services.streams.reconcile.tally import Difference, Tally, difference
from services.streams.reconcile.warehouse_tally import cursors, tally_rows
from services.streams.warehouse_cursors import READER
from services.warehouse.client import Warehouse


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold."""

    book: str
    read_model: str
    difference: int
    text: str


class Reconciler:
    """Reads nothing itself: it is given the log's records, and asks the warehouse."""

    def __init__(self, warehouse: Warehouse, metrics: Metrics) -> None:
        """Take a connection that nobody else uses, and where differences are shown."""
        self._warehouse, self._metrics = warehouse, metrics
        self.books: dict[str, BookLog] = {}

    def take(self, record: LogRecord) -> None:
        """Take in the next record of the log."""
        try:
            page = read_page(record.value)
            log = self._book(page.book)
            log.take(page, record.offset)
        except (MalformedPage, DecodeError) as error:
            book = record.key.decode(errors="replace")
            self._book(book).broken = f"{error} at offset {record.offset}"

    def compare(self, *, everything: bool = False) -> list[Finding]:
        """Compare what the cursors cover and was not compared, and one older run of each book.

        `everything` compares all runs anew.
        """
        written = cursors(self._warehouse, READER)
        for book in written:
            self._book(book)
        found: list[Finding] = []
        for log in list(self.books.values()):
            sequence, page_hash = written.get(log.book, (0, b""))
            found += self._cursor(log, sequence, page_hash)
            new = log.covered(sequence)
            runs = {run.first: run for run in log.runs} if everything else {}
            for run in (new and log.keep(new), log.next_run()):
                if run is not None:
                    runs[run.first] = run
            for run in runs.values():
                log.differences[run.first] = self._run(log.book, run)
            found += _said(log)
            self._show(log, sequence)
        return found

    def behind(self) -> dict[str, int]:
        """Return by book how many sequences of the log no cursor covers yet, where any."""
        written = cursors(self._warehouse, READER)
        lags = {
            b: log.cursor.sequence - written.get(b, (0, b""))[0] for b, log in self.books.items()
        }
        return {book: lag for book, lag in lags.items() if lag > 0}

    def _book(self, book: str) -> BookLog:
        return self.books.setdefault(book, BookLog(book))

    def _run(self, book: str, run: Tally) -> Difference:
        return difference(run, tally_rows(self._warehouse, book, run.first, run.last))

    def _cursor(self, log: BookLog, sequence: int, page_hash: bytes) -> list[Finding]:
        if log.broken:
            return [Finding(log.book, "log", 1, log.broken)]
        if sequence > log.cursor.sequence:
            text = f"the cursor is at {sequence}, the log ends at {log.cursor.sequence}"
            return [Finding(log.book, "cursor", sequence - log.cursor.sequence, text)]
        expected = log.hash_at(sequence)
        if expected is not None and sequence and expected != page_hash:
            text = f"the cursor at {sequence} names another page than the log"
            return [Finding(log.book, "cursor", 1, text)]
        return []

    def _show(self, log: BookLog, sequence: int) -> None:
        shown = self._metrics.reconcile_difference
        every = log.differences.values()
        shown.labels("event", log.book).set(sum(d.events for d in every))
        shown.labels("posting", log.book).set(sum(d.postings + d.minor for d in every))
        shown.labels("log", log.book).set(bool(log.broken))
        lag = max(0, log.cursor.sequence - sequence)
        self._metrics.lag_sequences.labels(READER, log.book).set(lag)


def _said(log: BookLog) -> list[Finding]:
    found = []
    for first, off in sorted(log.differences.items()):
        if off.events:
            text = f"{off.events} events from {first} on are missing or not as in the log"
            found.append(Finding(log.book, "event", off.events, text))
        if off.postings or off.minor:
            where = ", ".join(off.accounts) or "no balance"
            text = f"{off.postings} postings, {off.minor} minor units from {first} on: {where}"
            found.append(Finding(log.book, "posting", off.postings + off.minor, text))
    return found
