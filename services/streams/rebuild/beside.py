"""Beside: a second copy of every table, exchanged with the live one in one step."""

import time
from collections.abc import Iterable
from typing import Final

from services.streams.rebuild.vector import Vector, beyond
from services.streams.tables import TABLES
from services.warehouse.client import Warehouse
from services.warehouse.migrations import all_migrations

SUFFIX: Final = "_rebuild"
_INSERTS_END_WITHIN_S: Final = 120.0
_INSERTS = """
SELECT count() FROM system.processes
WHERE query_kind = 'Insert' AND current_database = currentDatabase() AND query LIKE %(table)s
"""


class InsertsRunning(Exception):
    """Inserts into a table that was exchanged did not end in time; the old copy was kept."""


def make_beside(warehouse: Warehouse) -> None:
    """Make an empty copy of every table; a live table that was dropped is made too."""
    for migration in all_migrations():
        if migration.name in TABLES:
            for statement in migration.statements:
                warehouse.run(statement)
            warehouse.run(f"DROP TABLE IF EXISTS `{migration.name}{SUFFIX}`")
            warehouse.run(f"CREATE TABLE `{migration.name}{SUFFIX}` AS `{migration.name}`")


def drop_beside(warehouse: Warehouse, tables: Iterable[str] = TABLES) -> None:
    """Drop the copies."""
    for table in tables:
        warehouse.run(f"DROP TABLE IF EXISTS `{table}{SUFFIX}`")


def exchange(warehouse: Warehouse, table: str, vector: Vector) -> None:
    """Put the rebuilt copy in the live one's place, and take over what was written since.

    Rows beyond the vector that the worker wrote to the old copy are copied; twice, for an insert
    that had begun before the exchange ends after it. A row that is copied twice is one row.
    """
    warehouse.run(f"EXCHANGE TABLES `{table}` AND `{table}{SUFFIX}`")
    _copy_beyond(warehouse, table, vector)
    limit = time.monotonic() + _INSERTS_END_WITHIN_S
    while warehouse.rows(_INSERTS, {"table": f"%INSERT INTO `{table}`%"})[0][0]:
        if time.monotonic() > limit:
            raise InsertsRunning(f"{table}: see {table}{SUFFIX} for what is missing")
        time.sleep(0.05)
    _copy_beyond(warehouse, table, vector)


def _copy_beyond(warehouse: Warehouse, table: str, vector: Vector) -> None:
    columns = ", ".join(f"`{name}`" for name in TABLES[table])
    warehouse.run(
        f"INSERT INTO `{table}` ({columns}) SELECT {columns} FROM `{table}{SUFFIX}` FINAL "  # noqa: S608
        f"WHERE {beyond(table, vector)}"
    )
