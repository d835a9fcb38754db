"""Warehouse rows: queries/<name>.sql asked over one connection a thread."""

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from services.audit.reading import Row
from services.chassis import answers
from services.chassis.answers import Answered
from services.warehouse.client import Warehouse, WarehouseLost


class WarehouseRows:
    """The questions' way to ClickHouse. Connections are made as threads first ask."""

    def __init__(self, connect: Callable[[], Warehouse]) -> None:
        """Take how to connect."""
        self._connect, self._own = connect, threading.local()
        self._all: list[Warehouse] = []

    def rows(self, query: str, parameters: Mapping[str, Any]) -> Sequence[Row]:
        """Return the rows of queries/<query>.sql; answers UNAVAILABLE while ClickHouse is away."""
        warehouse = self._connection()
        try:
            try:
                return warehouse.named_rows(query_text(query), parameters)
            except WarehouseLost:
                # A connection that lay idle may have been closed; reading twice harms nothing.
                return warehouse.named_rows(query_text(query), parameters)
        except WarehouseLost as lost:
            text = "The warehouse does not answer at the moment. Ask again."
            raise Answered(answers.unavailable("warehouse_lost", text)) from lost

    def close(self) -> None:
        """Give up every connection, once no thread asks any more."""
        for warehouse in self._all:
            warehouse.close()

    def _connection(self) -> Warehouse:
        warehouse: Warehouse | None = getattr(self._own, "warehouse", None)
        if warehouse is None:
            warehouse = self._own.warehouse = self._connect()
            self._all.append(warehouse)  # one step, whichever thread takes it
        return warehouse


@cache
def query_text(query: str) -> str:
    """Return the text of a query."""
    path = files("services.audit") / "queries" / f"{query}.sql"
    return path.read_text(encoding="utf-8").rstrip().removesuffix(";")
