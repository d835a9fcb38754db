"""The explicit step that brings a real warehouse up to date."""

import os
import subprocess
import sys

import pytest

from services.streams.tables import TABLES
from services.warehouse.client import Warehouse, WarehouseAddress
from services.warehouse.migrate import migrate
from services.warehouse.migrations import MigrationRefused, all_migrations

ALL = [migration.name for migration in all_migrations()]


@pytest.fixture
def at(clickhouse, tmp_path):
    """Return the address of a database that is not there yet."""
    password = clickhouse.user().password
    database = f"migrate_{tmp_path.name}"
    address = WarehouseAddress(clickhouse.host, clickhouse.port, database, password=password)
    yield address
    everywhere = Warehouse(WarehouseAddress(clickhouse.host, clickhouse.port, "default",
                                            password=password))  # fmt: skip
    everywhere.run(f"DROP DATABASE IF EXISTS `{database}`")
    everywhere.close()


@pytest.fixture
def warehouse(at):
    """Return a connection to it once it is migrated."""
    migrate(at)
    connected = Warehouse(at)
    yield connected
    connected.close()


def ran(at) -> tuple[int, str]:
    """Run the step as a process; return its status and what it said."""
    settings = {
        "COUNTROOM_KAFKA": "127.0.0.1:1",
        "COUNTROOM_STATE_DIR": "unused",
        "COUNTROOM_KEYS_DIR": "unused",
        "COUNTROOM_CLICKHOUSE": f"{at.host}:{at.port}",
        "COUNTROOM_CLICKHOUSE_DATABASE": at.database,
        "COUNTROOM_CLICKHOUSE_PASSWORD": at.password,
        "PYTHONPATH": os.pathsep.join([".", "gen"]),
    }
    done = subprocess.run(
        [sys.executable, "-m", "services.warehouse.migrate"],
        env=settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_new_warehouse_gets_every_table_and_a_second_time_nothing(at):
    """The step says what it applied, and may be taken again."""
    assert ran(at) == (0, f"migrations applied: {', '.join(ALL)}\n")
    assert ran(at) == (0, "migrations applied: none, all were\n")


def test_tables_have_the_columns_of_the_streams_rows(warehouse):
    """As the engine itself sees them."""
    found = warehouse.rows(
        "SELECT table, groupArray(name) FROM system.columns WHERE database = currentDatabase() "
        "GROUP BY table"
    )
    columns = {table: tuple(names) for table, names in found}

    assert {table: columns[table] for table in TABLES} == TABLES


def test_a_step_that_was_cut_short_is_taken_again(at, warehouse):
    """Its table is there and its record is not: it is applied once more."""
    warehouse.run("ALTER TABLE migration DELETE WHERE number = 3 SETTINGS mutations_sync = 2")

    assert migrate(at) == ["exchange"]


def test_a_migration_that_was_edited_since_is_refused(at, warehouse):
    """The record's hash is held against the file's; status 1 and what to do."""
    warehouse.insert("migration", ("number", "name", "sha256"), [[2], ["posting"], ["0" * 64]])

    with pytest.raises(MigrationRefused, match="posting"):
        migrate(at)
    status, said = ran(at)
    assert status == 1
    assert "write the change as a new migration" in said


def test_a_warehouse_that_does_not_answer_is_told(at):
    """Status 1, and which address it was."""
    status, said = ran(WarehouseAddress("127.0.0.1", 1, at.database))

    assert status == 1
    assert "127.0.0.1:1" in said
