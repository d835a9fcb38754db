"""A row of the streams is a row of the warehouse, column for column."""

import re

import pytest

from services.streams.tables import TABLES
from services.streams.warehouse_cursors import COLUMNS
from services.warehouse.migrations import all_migrations

SCHEMA = {migration.name: migration for migration in all_migrations()}


def columns_of(name: str) -> tuple[str, ...]:
    body = SCHEMA[name].statements[0].partition("(\n")[2].partition("\n)\n")[0]
    lines = [line.strip() for line in body.splitlines()]
    return tuple(re.match(r"\w+", line)[0] for line in lines if not line.startswith("INDEX"))


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_the_columns_of_its_table(table):
    """What a projection fills is what the migration made, in one order."""
    assert TABLES[table] == columns_of(table)


def test_a_cursor_has_the_columns_of_its_table():
    """The cursor's lines are the cursor table's."""
    assert columns_of("cursor") == COLUMNS


def test_every_table_is_written_by_the_streams():
    """No table stands in the warehouse that nobody fills."""
    assert set(SCHEMA) == {*TABLES, "cursor"}
