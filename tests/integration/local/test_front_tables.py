"""Tables behind the ClickHouse front are the engine's own: engines, mutations, backups."""

import uuid
from datetime import UTC, datetime

MERGE_TREE = "ENGINE = MergeTree ORDER BY"


def remade(client, name, definition):
    client.execute(f"DROP TABLE IF EXISTS {name}")
    client.execute(f"CREATE TABLE {name} {definition}")


def test_a_replacing_table_keeps_the_last_version_and_drops_the_deleted(client):
    """FINAL and argMax agree on what a key holds."""
    columns = "(k UInt32, v String, version UInt64, deleted UInt8)"
    remade(client, "rp", f"{columns} ENGINE = ReplacingMergeTree(version, deleted) ORDER BY k")
    client.execute("INSERT INTO rp VALUES", [(1, "old", 1, 0), (2, "x", 1, 0)])
    client.execute("INSERT INTO rp VALUES", [(1, "new", 2, 0), (2, "x", 2, 1)])

    assert client.execute("SELECT k, v FROM rp FINAL") == [(1, "new")]
    latest = client.execute("SELECT k, argMax(v, version) FROM rp GROUP BY k ORDER BY k")
    assert latest == [(1, "new"), (2, "x")]


def test_a_summing_table_sums(client):
    """Rows of one key become one."""
    remade(client, "sm", "(k UInt32, v Int64) ENGINE = SummingMergeTree ORDER BY k")
    client.execute("INSERT INTO sm VALUES", [(1, 1), (1, 2)])
    client.execute("INSERT INTO sm VALUES", [(1, 5)])

    assert client.execute("SELECT * FROM sm FINAL") == [(1, 8)]


def test_a_materialized_view_aggregates_what_is_inserted(client):
    """States of the engine's aggregates merge over two inserts."""
    client.execute("DROP TABLE IF EXISTS mv")
    remade(client, "raw", f"(k UInt32, v Int64) {MERGE_TREE} k")
    states = "(k UInt32, u AggregateFunction(uniq, Int64), s SimpleAggregateFunction(sum, Int64))"
    remade(client, "agg", f"{states} ENGINE = AggregatingMergeTree ORDER BY k")
    query = "SELECT k, uniqState(v) AS u, sum(v) AS s FROM raw GROUP BY k"
    client.execute(f"CREATE MATERIALIZED VIEW mv TO agg AS {query}")
    client.execute("INSERT INTO raw VALUES", [(1, 1), (1, 2), (2, 2)])
    client.execute("INSERT INTO raw VALUES", [(1, 2)])

    merged = client.execute("SELECT k, uniqMerge(u), sum(s) FROM agg GROUP BY k ORDER BY k")
    assert merged == [(1, 2, 5), (2, 1, 2)]


def test_rows_past_their_retention_go(client):
    """A TTL is kept when parts merge."""
    remade(client, "ttl", f"(k UInt32, at DateTime) {MERGE_TREE} k TTL at + INTERVAL 1 DAY")
    client.execute("INSERT INTO ttl VALUES", [(1, datetime(2000, 1, 1, tzinfo=UTC))])
    client.execute("OPTIMIZE TABLE ttl FINAL")

    assert client.execute("SELECT count() FROM ttl") == [(0,)]


def test_a_table_is_changed_and_keeps_its_projection(client):
    """Updates, deletes, a new column and an index work as on a server."""
    projection = "PROJECTION p (SELECT b, count() GROUP BY b)"
    remade(client, "mu", f"(a UInt32, b UInt32, {projection}) {MERGE_TREE} a")
    client.execute("INSERT INTO mu SELECT number, number % 10 FROM numbers(10000)")
    forced = "SETTINGS optimize_use_projections = 1, force_optimize_projection = 1"
    assert "p" in str(client.execute(f"EXPLAIN SELECT b, count() FROM mu GROUP BY b {forced}"))
    client.execute("ALTER TABLE mu UPDATE b = 99 WHERE a = 1 SETTINGS mutations_sync = 1")
    client.execute("ALTER TABLE mu DELETE WHERE a >= 9000 SETTINGS mutations_sync = 1")
    rebuild = "lightweight_mutation_projection_mode = 'rebuild'"
    client.execute(f"ALTER TABLE mu MODIFY SETTING {rebuild}")
    client.execute("DELETE FROM mu WHERE a = 2")
    client.execute("ALTER TABLE mu ADD COLUMN z String DEFAULT 'zz', ADD INDEX ib b TYPE minmax")

    assert client.execute("SELECT count(), countIf(b = 99) FROM mu") == [(8999, 1)]
    assert client.execute("SELECT z FROM mu LIMIT 1") == [("zz",)]


def test_a_backup_brings_a_dropped_table_back(client):
    """A backup into the allowed folder restores every row."""
    remade(client, "bk", f"(a UInt32) {MERGE_TREE} a")
    client.execute("INSERT INTO bk SELECT number FROM numbers(1000)")
    name = uuid.uuid4().hex

    assert client.execute(f"BACKUP TABLE bk TO File('{name}')")[0][1] == "BACKUP_CREATED"
    client.execute("DROP TABLE bk SYNC")
    assert client.execute(f"RESTORE TABLE bk FROM File('{name}')")[0][1] == "RESTORED"
    assert client.execute("SELECT count() FROM bk") == [(1000,)]


def test_an_insert_that_is_repeated_under_its_token_counts_once(client):
    """A window of deduplication knows a repeat by its token, and without one by its content."""
    window = "SETTINGS non_replicated_deduplication_window = 1000"
    remade(client, "dd", f"(a UInt32) {MERGE_TREE} a {window}")
    for token in ("t1", "t1", "t2"):
        settings = {"insert_deduplication_token": token}
        client.execute("INSERT INTO dd VALUES", [(1,)], settings=settings)
    assert client.execute("SELECT count() FROM dd") == [(2,)]
    for _ in range(2):
        client.execute("INSERT INTO dd VALUES", [(5,), (6,)])

    assert client.execute("SELECT count() FROM dd") == [(4,)]


def test_an_asynchronous_insert_is_there_once_it_is_acknowledged(client):
    """The engine's own gathering of small inserts works behind the front."""
    remade(client, "asy", f"(a UInt32) {MERGE_TREE} a")
    settings = {"async_insert": 1, "wait_for_async_insert": 1}
    client.execute("INSERT INTO asy VALUES", [(1,)], settings=settings)

    assert client.execute("SELECT count() FROM asy") == [(1,)]
