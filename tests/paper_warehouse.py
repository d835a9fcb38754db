"""A warehouse on paper, and the streams on it: rows that replace themselves, cursors after rows."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from services.streams.loading import KnownCasino, KnownExchanges, KnownTokens, Through
from services.streams.needed import load_needed
from services.streams.partition import Partition
from services.streams.projections.casino import CasinoRow
from services.streams.projections.exchange import ExchangeRow
from services.streams.projections.identification import IdentificationRow
from services.streams.projections.patron_session import PatronSessionRow
from services.streams.projections.person_link import PersonLinkRow
from services.streams.projections.reading import Reading
from services.streams.projections.visit import VisitRow
from services.streams.row_buffer import RowBuffer
from services.streams.session_rows import take_session_rows
from services.streams.topics import events_topic
from services.streams.watches.finding import FindingRow
from services.warehouse.migrations import Migration, all_migrations
from services.warehouse.writer import Rows

SCHEMA = {migration.name: migration for migration in all_migrations()}


def key_of(migration: Migration) -> tuple[str, ...]:
    """Return the columns by which a table's rows replace one another."""
    found = re.search(r"ORDER BY \(?([\w, ]+)\)?;", migration.text)
    return tuple(name.strip() for name in found[1].split(","))


def version_of(migration: Migration) -> str:
    """Return the column of which the greatest wins, "" where the last row does."""
    found = re.search(r"ReplacingMergeTree\((\w+)\)", migration.text)
    return found[1] if found else ""


class PaperWarehouse:
    """Tables as dicts by key; also the loader that reads them, as WarehouseLoader does by SQL."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[tuple[Any, ...], dict[str, Any]]] = {}

    def write(self, batch: Iterable[Rows]) -> None:
        for rows in batch:
            for values in zip(*rows.data, strict=True):
                self._write_row(rows.table, dict(zip(rows.columns, values, strict=True)))

    def rows(self, table: str, kind: Any = None) -> list[Any]:
        found = self.tables.get(table, {}).values()
        return [kind(**row) for row in found] if kind else list(found)

    def casino(self, casino_id: str, through: Through) -> KnownCasino:
        casinos = [c for c in self.rows("casino", CasinoRow) if c.casino_id == casino_id]
        links = [x for x in self.rows("person_link", PersonLinkRow) if _is_seen(x, through)]
        alerts = [row["alert_id"] for row in self.rows("alert")]
        findings = _newest(self._of("finding", FindingRow, through), "alert_id")
        return KnownCasino(casinos[0] if casinos else None, links, findings, alerts)

    def tokens(self, casino_id: str, through: Through, persons: Collection[str]) -> KnownTokens:
        subjects = {f"person/{person}" for person in persons}
        findings = _newest(self._of("finding", FindingRow, through), "alert_id")
        return KnownTokens(
            [r for r in self.rows("patron_session", PatronSessionRow) if r.person in persons],
            [r for r in self._of("visit", VisitRow, through) if r.person in persons],
            [r for r in self._of("exchange", ExchangeRow, through) if r.person in persons],
            [r for r in findings if r.subject in subjects],
        )

    def exchanges(
        self, casino_id: str, through: Through, exchange_ids: Collection[str]
    ) -> KnownExchanges:
        named: dict[str, Any] = {"exchange": ExchangeRow, "identification": IdentificationRow}
        found = [
            [
                row
                for row in _newest(self._of(table, kind, through), "exchange_id")
                if row.exchange_id in exchange_ids
            ]
            for table, kind in named.items()
        ]
        return KnownExchanges(*found)

    def _of(self, table: str, kind: Any, through: Through) -> list[Any]:
        seen = [row for row in self.rows(table, kind) if _is_seen(row, through)]
        return sorted(seen, key=lambda row: row.sequence)

    def _write_row(self, table: str, row: dict[str, Any]) -> None:
        held = self.tables.setdefault(table, {})
        key = tuple(row[name] for name in key_of(SCHEMA[table]))
        version = version_of(SCHEMA[table])
        if key not in held or not version or row[version] >= held[key][version]:
            held[key] = row


class PaperStreams:
    """A worker without Kafka or ClickHouse: it takes pages, flushes, and may be killed."""

    def __init__(self, warehouse: PaperWarehouse | None = None) -> None:
        self.warehouse = warehouse or PaperWarehouse()
        self.partition, self.buffer = Partition(0), RowBuffer()
        self.saved: dict[str, Any] = {}

    def take(self, service: str, offset: int, value: bytes, casino: str = "st-julians") -> None:
        """Take in one page of a book."""
        book = f"{casino}/{service}"
        reading = self.partition.read(events_topic(service), offset, book.encode(), value)
        if reading is not None:
            self._fold(reading)
            for waited in self.partition.no_longer_waiting(casino):
                self._fold(waited)
        self.partition.passed(events_topic(service), offset)

    def take_all(self, casino: Any, order: Sequence[str] = ("compliance", "cashier")) -> None:
        """Take in every page of a casino's books, one book after the other, and flush."""
        for service in order:
            for offset, value in enumerate(getattr(casino, service).pages):
                self.take(service, offset, value, casino.casino_id)
        self.flush()

    def flush(self, *, cursors: bool = True) -> None:
        """Write the rows; without the cursors it is a worker that dies between the two."""
        for state in self.partition.casinos.values():
            for row in take_session_rows(state):
                self.buffer.add("patron_session", row)
            flush, settled = state.next_flush()
            state.flushed(flush, settled, tokens_kept=0)  # whatever can be is loaded again
        self.warehouse.write(self.buffer.take())
        if cursors:
            self.saved = {
                "cursors": dict(self.partition.cursors),
                "positions": {
                    topic: self.partition.low_water(topic) for topic in self.partition.positions
                },
            }

    def killed(self) -> "PaperStreams":
        """Return the worker that goes on from what was written."""
        again = PaperStreams(self.warehouse)
        again.saved = self.saved
        again.partition.cursors = dict(self.saved.get("cursors", {}))
        again.partition.positions = dict(self.saved.get("positions", {}))
        for casino_id in {book.partition("/")[0] for book in again.partition.cursors}:
            through = Through(
                *(again._sequence(f"{casino_id}/{s}") for s in ("cashier", "compliance"))
            )
            known = self.warehouse.casino(casino_id, through)
            again.partition.casino(casino_id).restore(known, through)
        return again

    def position(self, service: str) -> int:
        return self.partition.positions.get(events_topic(service), 0)

    def _fold(self, reading: Reading) -> None:
        load_needed(self.partition.casino(reading.casino_id), reading, self.warehouse)
        self.partition.fold(reading, self.buffer)

    def _sequence(self, book: str) -> int:
        cursor = self.partition.cursors.get(book)
        return cursor.sequence if cursor else 0


def _is_seen(row: Any, through: Through) -> bool:
    return row.sequence <= (
        through.cashier if row.book.endswith("/cashier") else through.compliance
    )


def _newest(rows: Iterable[Any], name: str) -> list[Any]:
    newest: dict[str, Any] = {}
    for row in rows:
        newest[getattr(row, name)] = row
    return list(newest.values())
