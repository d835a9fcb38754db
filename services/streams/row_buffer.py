"""Row buffer: rows that wait to be written, gathered column by column."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from services.streams.tables import TABLES
from services.warehouse.writer import Rows


class RowBuffer:
    """Gathers rows of every table until they are taken."""

    def __init__(self) -> None:
        """Begin empty."""
        self.columns: dict[str, list[list[Any]]] = {}
        self.rows: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)

    def extend(self, table: str, columns: Sequence[list[Any]]) -> None:
        """Add rows given column by column, in the order of the table's row."""
        held = self.columns.get(table)
        if held is None:
            self.columns[table] = list(columns)
            return
        for column, more in zip(held, columns, strict=True):
            column.extend(more)

    def add(self, table: str, row: tuple[Any, ...]) -> None:
        """Add one row."""
        self.rows[table].append(row)

    def merge(self, other: "RowBuffer") -> None:
        """Add all rows of another buffer, which is then no longer to be used."""
        for table, columns in other.columns.items():
            self.extend(table, columns)
        for table, rows in other.rows.items():
            self.rows[table].extend(rows)

    def take(self) -> list[Rows]:
        """Return all rows, table by table in the order of writing, and begin anew."""
        columns, rows = self.columns, self.rows
        self.columns, self.rows = {}, defaultdict(list)
        batch: list[Rows] = []
        for table, names in TABLES.items():
            if table in columns:
                batch.append(Rows(table, names, columns[table]))
            elif table in rows:
                batch.append(Rows(table, names, list(zip(*rows[table], strict=True))))
        return batch
