"""Writer: rows into ClickHouse, as often as need be and at most five inserts a second and table.

ClickHouse being down loses nothing: the same rows are offered again until they are taken. A row
that arrives twice is one row by its key.
"""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Final

import structlog

from services.warehouse.client import Warehouse, WarehouseLost

INSERT_EVERY_S: Final = 0.2  # a table: more small parts than this, and merges fall behind
_FIRST_WAIT_S: Final = 0.1
_LONGEST_WAIT_S: Final = 5.0
_log = structlog.get_logger()


class WriterStopped(Exception):
    """The writer was told to stop before ClickHouse took the rows; they are still to be written."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one table, column by column, all of one length."""

    table: str
    columns: Sequence[str]
    data: Sequence[Sequence[Any]]

    @property
    def count(self) -> int:
        """Return the number of rows."""
        return len(self.data[0]) if self.data else 0


class Writer:
    """Writes batches one after another, in the order given. For one thread."""

    def __init__(
        self,
        connect: Callable[[], Warehouse],
        stopping: Event,
        on_trouble: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Take how to connect, what says that it is time to stop, and who is told of lost tries."""
        self._connect, self._stopping, self._on_trouble = connect, stopping, on_trouble
        self._warehouse: Warehouse | None = None
        self._inserted_at: defaultdict[str, float] = defaultdict(lambda: float("-inf"))

    def write(self, batch: Sequence[Rows]) -> None:
        """Write every table's rows in order and return once all are taken; raise WriterStopped."""
        for rows in batch:
            if rows.count:
                self._write_until_taken(rows)

    def close(self) -> None:
        """Give up the connection."""
        if self._warehouse is not None:
            self._warehouse.close()

    def _write_until_taken(self, rows: Rows) -> None:
        wait_s = _FIRST_WAIT_S
        while True:
            self._keep_distance(rows.table)
            try:
                self._insert(rows)
            except WarehouseLost as lost:
                _log.warning("rows_not_taken", table=rows.table, rows=rows.count, error=str(lost))
                self._on_trouble(str(lost))
            else:
                return
            # Spread out, so that all workers do not come back in the same instant.
            if self._stopping.wait(wait_s * random.uniform(0.5, 1)):  # noqa: S311 - no secret
                raise WriterStopped(rows.table)
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    def _insert(self, rows: Rows) -> None:
        if self._warehouse is None:
            self._warehouse = self._connect()
        self._warehouse.insert(rows.table, rows.columns, rows.data)

    def _keep_distance(self, table: str) -> None:
        early_s = self._inserted_at[table] + INSERT_EVERY_S - time.monotonic()
        if early_s > 0 and self._stopping.wait(early_s):
            # The last rows of a worker that ends go at once: one insert too early does no harm.
            _log.info("last_rows", table=table)
        self._inserted_at[table] = time.monotonic()
