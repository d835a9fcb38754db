"""Bring the warehouse up to date, as an explicit step: `python -m services.warehouse.migrate`.

Each statement may be run twice, so a step that was cut short is simply taken again.
"""

import sys
from dataclasses import replace
from typing import Final

from services.chassis.settings import Settings
from services.warehouse.client import Warehouse, WarehouseAddress, WarehouseLost
from services.warehouse.migrations import MigrationRefused, all_migrations, pending
from services.warehouse.settings import warehouse_address

_RECORD: Final = """
CREATE TABLE IF NOT EXISTS migration
(
    number UInt32,
    name String,
    sha256 String,
    applied_at DateTime('UTC') DEFAULT now('UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY number
"""


def migrate(at: WarehouseAddress) -> list[str]:
    """Apply what is pending and return the names; raise MigrationRefused or WarehouseLost."""
    server = Warehouse(replace(at, database="default"))
    server.run(f"CREATE DATABASE IF NOT EXISTS `{at.database}`")
    server.close()
    warehouse = Warehouse(at)
    try:
        warehouse.run(_RECORD)
        rows = warehouse.rows("SELECT number, sha256 FROM migration FINAL")
        applied: dict[int, str] = dict(rows)
        to_do = pending(all_migrations(), applied)
        for migration in to_do:
            for statement in migration.statements:
                warehouse.run(statement)
            line = (migration.number, migration.name, migration.sha256)
            warehouse.insert("migration", ("number", "name", "sha256"), [[x] for x in line])
        return [migration.name for migration in to_do]
    finally:
        warehouse.close()


def main() -> int:
    """Apply what is pending, by the settings in the environment; status 1 where that can't be."""
    at = warehouse_address(Settings())
    try:
        applied = migrate(at)
    except (MigrationRefused, WarehouseLost) as error:
        sys.stderr.write(f"the warehouse is not up to date: {error}\n")
        return 1
    sys.stdout.write(f"migrations applied: {', '.join(applied) or 'none, all were'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
