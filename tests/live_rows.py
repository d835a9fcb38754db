"""A warehouse's rows as the projections make them, to be held against a worker on paper."""

from typing import Any

from services.streams.loading import MOMENTS
from services.streams.tables import TABLES
from services.warehouse.client import Warehouse
from tests.paper_warehouse import PaperStreams

WHERE_FROM = {"partition", "offset"}  # of the log, not of what happened


def live_rows(warehouse: Warehouse) -> dict[str, list[dict[str, Any]]]:
    """Return every table's rows but where in the log they came from, in one order."""
    return {table: _sorted(_read(warehouse, table)) for table in TABLES}


def paper_rows(*worked: PaperStreams) -> dict[str, list[dict[str, Any]]]:
    """Return the same of workers on paper."""
    return {table: _sorted(r for w in worked for r in w.warehouse.rows(table)) for table in TABLES}


def _read(warehouse: Warehouse, table: str) -> list[dict[str, Any]]:
    names = TABLES[table]
    columns = ", ".join(_selected(name) for name in names)
    found = warehouse.rows(f"SELECT {columns} FROM {table} FINAL")
    return [dict(zip(names, row, strict=True)) for row in found]


def _selected(name: str) -> str:
    if name in MOMENTS:
        return f"toUnixTimestamp64Micro({name})"
    return f"hex({name})" if name in {"raw", "leaf_hash", "page_hash"} else f"`{name}`"


def _sorted(rows: Any) -> list[dict[str, Any]]:
    plain = ({n: _plain(v) for n, v in row.items() if n not in WHERE_FROM} for row in rows)
    return sorted(plain, key=str)


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex().upper()
    return list(value) if isinstance(value, tuple) else value
