"""Comparison: a live table and its rebuilt copy, row by row, as far as a vector goes."""

from dataclasses import dataclass
from typing import Final

from services.streams.rebuild.beside import SUFFIX
from services.streams.rebuild.vector import Vector, beyond, within
from services.warehouse.client import Warehouse
from services.warehouse.migrations import all_migrations

SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class TableDifference:
    """How many rows of a live table are not as the log makes them, and keys of a few."""

    table: str
    rows: int
    rebuilt_rows: int
    differing: int
    keys: tuple[str, ...] = ()


def compare_table(warehouse: Warehouse, table: str, vector: Vector) -> TableDifference:
    """Compare; rows that rest on what lies beyond the vector are left out on both sides."""
    live, rebuilt = _rows(table, table, vector), _rows(table, table + SUFFIX, vector)
    ((rows, sum_of),) = warehouse.rows(_sum(live))
    ((rebuilt_rows, rebuilt_sum),) = warehouse.rows(_sum(rebuilt))
    if (rows, sum_of) == (rebuilt_rows, rebuilt_sum):
        return TableDifference(table, rows, rebuilt_rows, 0)
    # Sums say that rows differ; only then is it worth asking which.
    differing = (
        "SELECT DISTINCT row_key FROM (SELECT row_key, row_hash FROM {} "
        "WHERE (row_key, row_hash) NOT IN (SELECT row_key, row_hash FROM {}))"
    )
    keys = warehouse.rows(
        f"SELECT row_key FROM ({differing.format(live, rebuilt)} UNION DISTINCT "  # noqa: S608
        f"{differing.format(rebuilt, live)}) ORDER BY row_key"
    )
    shown = tuple(str(key) for (key,) in keys[:SHOWN])
    return TableDifference(table, rows, rebuilt_rows, len(keys), shown)


def _sum(rows: str) -> str:
    return f"SELECT count(), sum(row_hash) FROM {rows}"  # noqa: S608 - made of table names


def _rows(table: str, copy: str, vector: Vector) -> str:
    """Return the subquery of a copy's rows within the vector, each with its key and hash."""
    key = _key(table)
    condition = within(table, vector)
    if table == "patron_session":
        # A row that has moved on in the live table has no counterpart in the rebuilt one.
        condition += (
            f" AND ({key}) NOT IN (SELECT {key} FROM {table} FINAL WHERE {beyond(table, vector)})"  # noqa: S608
        )
    # No sum of a NULL: cityHash64 of a row with one is NULL, of its bytes it is not.
    hashed = "sipHash64(formatRow('RowBinary', *)) AS row_hash"
    named = f"toString(tuple({key})) AS row_key"
    return f"(SELECT {named}, {hashed} FROM {copy} FINAL WHERE {condition})"  # noqa: S608


def _key(table: str) -> str:
    (migration,) = (m for m in all_migrations() if m.name == table)
    order = migration.statements[0].rpartition("ORDER BY")[2]
    return order.strip().strip("()")
