"""Reconcile and rebuild: log and warehouse are held against each other, and mended."""

import subprocess
import sys

import pytest

from tests.integration.streams.evenings import evening, on_paper, written
from tests.live_rows import live_rows

CASHIER = "st-julians/cashier"


def ran(streams, module: str, *arguments: str) -> tuple[int, str]:
    """Run a command of the streams to its end; return its status and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", f"services.streams.{module}", *arguments],
        env=streams.environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def filled(streams):
    """Return the streams with one casino's evening in the rows, and its worker running."""
    casino = evening(30)
    streams.write(*casino.compliance.pages, *casino.cashier.pages)
    streams.process().start().wait_ready()
    written(streams, casino)
    return streams, casino


def test_nothing_differs_from_the_log(filled):
    """Once: every book is complete, every hash and balance as in the log, status 0."""
    streams, casino = filled

    status, said = ran(streams, "reconcile", "--once")

    assert status == 0, said
    assert f"{CASHIER}: {casino.cashier.sequence} events in the log" in said
    assert said.endswith("difference 0\n")


LOST = "ALTER TABLE {table} DELETE WHERE book = '{book}' AND sequence < 9"
CHANGED = "INSERT INTO {table} SELECT * REPLACE ({what}) FROM {table} FINAL WHERE book = '{book}'"
OTHER_HASH = "unhex(repeat('00', 32)) AS "


@pytest.mark.parametrize(
    ("harm", "table", "what", "said"),
    [
        (LOST, "event", "", "event: 8 events"),
        (LOST, "posting", "", "posting: "),
        (CHANGED, "event", OTHER_HASH + "leaf_hash", "event: 1 events"),
        (CHANGED, "posting", "amount_minor + (place = 1) AS amount_minor", "minor units"),
        (CHANGED, "cursor", OTHER_HASH + "page_hash, next_offset + 1 AS next_offset", "cursor: "),
    ],
)
def test_what_differs_is_found(filled, harm, table, what, said):
    """A row lost or changed, an amount off by one, another hash: told by book and read model."""
    streams, _ = filled
    streams.warehouse.run("SET mutations_sync = 2")
    streams.warehouse.run(harm.format(table=table, what=what, book=CASHIER))

    status, found = ran(streams, "reconcile", "--once")

    assert status == 1, found
    assert said in found


def test_rows_that_are_not_written_in_time_are_told(streams):
    """Without a worker the log runs ahead of the cursors: status 1, and by how many sequences."""
    casino = evening(3)
    streams.write(*casino.compliance.pages, *casino.cashier.pages)

    status, said = ran(streams, "reconcile", "--once", "--within", "0.5")

    assert status == 1
    assert f"{CASHIER}: {casino.cashier.sequence} sequences are not written" in said


def test_the_difference_is_a_metric_without_end(filled):
    """Beside the worker: 0 while all is well, and more as soon as a row is lost."""
    streams, casino = filled
    watcher = streams.process().start("services.streams.reconcile").wait_ready()
    name, label = "countroom_reconcile_difference", f'{{book="{CASHIER}",read_model="event"}}'
    streams.wait_until(lambda: watcher.metric(name).get(label) == 0, "a comparison")
    lag = watcher.metric("countroom_lag_sequences")
    assert lag[f'{{book="{CASHIER}",reader="streams"}}'] == 0

    streams.warehouse.run(f"ALTER TABLE event DELETE WHERE book = '{CASHIER}' AND sequence = 9")
    casino.sells("p-1", 1_000)
    streams.write(casino.cashier.page())

    streams.wait_until(lambda: watcher.metric(name).get(label) == 1, "the difference")


def test_a_rebuild_of_sound_tables_finds_them_equal(filled):
    """Every table beside the live one, row by row: status 0, and nothing is left behind."""
    streams, casino = filled

    status, said = ran(streams, "rebuild")

    assert status == 0, said
    assert said.count("equal") == 11
    assert live_rows(streams.warehouse) == on_paper(casino)
    assert not streams.rows("SHOW TABLES LIKE '%_rebuild'")


def test_a_rebuild_mends_what_differs(filled):
    """Rows lost, changed and made up are told and gone; a second rebuild finds nothing."""
    streams, casino = filled
    warehouse = streams.warehouse
    warehouse.run("ALTER TABLE exchange DELETE WHERE sequence < 10 SETTINGS mutations_sync = 2")
    warehouse.run(
        "INSERT INTO patron_session SELECT * REPLACE (purchases_minor + 1 AS purchases_minor) "
        "FROM patron_session FINAL LIMIT 1"
    )
    warehouse.run("DROP TABLE visit")

    status, said = ran(streams, "rebuild")

    assert status == 1, said
    assert {line.split(":")[0] for line in said.splitlines() if "differ, e.g." in line} == {
        "exchange",
        "patron_session",
        "visit",
    }
    assert live_rows(warehouse) == on_paper(casino)
    assert ran(streams, "rebuild")[0] == 0


def test_a_rebuild_while_events_flow_loses_none(filled):
    """What the worker writes during the exchange is in the table that takes the other's place."""
    streams, casino = filled
    streams.warehouse.run("ALTER TABLE exchange DELETE WHERE sequence = 2")
    rebuilding = subprocess.Popen(
        [sys.executable, "-m", "services.streams.rebuild", "exchange"],
        env=streams.environment,
        stdout=subprocess.PIPE,
    )
    while rebuilding.poll() is None:
        casino.sells("p-1", 1_000)
        streams.write(casino.cashier.page())
    said = rebuilding.communicate()[0].decode()
    written(streams, casino)

    assert rebuilding.returncode == 1, said
    assert live_rows(streams.warehouse) == on_paper(casino)


def test_a_table_that_there_is_not_is_refused(streams):
    """The command names the tables that there are."""
    status, said = ran(streams, "rebuild", "exchanges")

    assert status == 2
    assert "no such table: exchanges" in said
