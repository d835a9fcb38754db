"""Migrations: numbered, applied once, and never edited afterwards."""

import pytest

from services.warehouse.migrations import Migration, MigrationRefused, all_migrations, pending

ONE = Migration(1, "event", "CREATE TABLE IF NOT EXISTS event (a String); -- a; b\nSELECT 1;")
TWO = Migration(2, "posting", "SELECT 2;")


def test_every_migration_is_pending_in_a_new_warehouse():
    """All that there are, from number 1 on."""
    found = all_migrations()

    assert pending(found, {}) == found
    assert [m.number for m in found] == list(range(1, len(found) + 1))


def test_what_was_applied_is_not_applied_again():
    """Only the numbers that the warehouse does not know are to do."""
    assert pending([ONE, TWO], {1: ONE.sha256}) == [TWO]


def test_a_migration_that_was_edited_after_it_was_applied_is_refused():
    """Its hash is not the one on record: a change is a new migration."""
    with pytest.raises(MigrationRefused, match="changed after it was applied"):
        pending([ONE, TWO], {1: TWO.sha256})


def test_a_warehouse_of_a_later_version_is_refused():
    """An older version does not touch what it does not know."""
    with pytest.raises(MigrationRefused, match="by a later version"):
        pending([ONE], {1: ONE.sha256, 2: TWO.sha256})


def test_statements_are_told_apart_and_comments_left_out():
    """A semicolon in a comment ends nothing."""
    assert ONE.statements == ["CREATE TABLE IF NOT EXISTS event (a String)", "SELECT 1"]


@pytest.mark.parametrize("migration", all_migrations(), ids=lambda m: m.name)
def test_each_statement_may_be_run_twice(migration):
    """A step that was cut short is simply taken again."""
    assert migration.statements
    assert all("IF NOT EXISTS" in statement for statement in migration.statements)


@pytest.mark.parametrize("migration", all_migrations(), ids=lambda m: m.name)
def test_nothing_goes_by_itself_and_nothing_is_partitioned(migration):
    """No TTL, since the accounts are kept ten years and more; no partition by what may change."""
    statements = " ".join(migration.statements).upper()

    assert " TTL " not in statements
    assert "PARTITION BY" not in statements
    assert "ENGINE = REPLACINGMERGETREE" in statements
