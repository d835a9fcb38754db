"""Queries through the ClickHouse front: SQL, parameters, settings, streaming, many at once."""

from concurrent.futures import ThreadPoolExecutor

import psutil

from deploy.local.clickhouse.tcp.revision import Revision
from tests.integration.local.front import fails

MEBIBYTE = 1 << 20
THREADS = "SELECT value FROM system.settings WHERE name = 'max_threads'"


def test_statements_of_every_kind_are_answered(client):
    """Windows, comments, unions and descriptions come back as from a server."""
    windowed = "SELECT number, sum(number) OVER (ORDER BY number) FROM numbers(3)"
    assert client.execute(windowed) == [(0, 0), (1, 1), (2, 3)]
    assert client.execute("WITH x AS (SELECT 1 AS a) SELECT * FROM x -- end") == [(1,)]
    assert client.execute("/* c */ (SELECT 1) UNION ALL (SELECT 1);") == [(1,), (1,)]
    assert client.execute("EXPLAIN SELECT 1")
    assert client.execute("DESCRIBE TABLE system.one")
    assert client.execute("EXISTS nope") == [(0,)]


def test_values_are_put_into_a_query_without_changing_it(client):
    """Quotes, backslashes and line ends in a value stay what they are."""
    values = {"s": "it's \\ \n", "n": 5, "l": [1, 2]}
    assert client.execute("SELECT %(s)s, %(n)s, %(l)s", values) == [("it's \\ \n", 5, [1, 2])]


def test_parameters_of_the_server_need_the_newest_revision(front, revision):
    """At the default revision the engine says that the parameter was not set."""
    client, values = front.client(settings={"server_side_params": True}), {"x": "a'b", "n": 5}
    if revision >= Revision.PARAMETERS:
        assert client.execute("SELECT {x:String}, {n:Int32}", values) == [("a'b", 5)]
    else:
        fails(456, client.execute, "SELECT {x:String}, {n:Int32}", values)


def test_rows_of_the_client_are_joined_as_a_table(client):
    """An external table lives for its own query."""
    structure = [("id", "Int32"), ("s", "String")]
    ids = {"name": "ids", "structure": structure, "data": [{"id": 7, "s": "x"}]}
    joined = "SELECT id FROM system.one JOIN ids ON 1 = 1"

    assert client.execute(joined, external_tables=[ids]) == [(7,)]
    fails(60, client.execute, joined)


def test_a_session_has_a_database_of_its_own(front, client):
    """USE holds for the client that said it."""
    client.execute("CREATE DATABASE IF NOT EXISTS other")
    client.execute("USE other")

    assert client.execute("SELECT currentDatabase()") == [("other",)]
    assert front.client().execute("SELECT currentDatabase()") == [("default",)]


def test_a_querys_settings_hold_for_that_query(client):
    """What SET says stays, what a query brings goes with it."""
    plain = client.execute(THREADS)
    assert client.execute(THREADS, settings={"max_threads": 7}) == [("7",)]
    assert client.execute(THREADS) == plain
    client.execute("SET max_threads = 3")

    assert client.execute(THREADS) == [("3",)]


def test_a_large_result_is_streamed_and_not_gathered(client, front):
    """A million rows, 1 GB, pass with less than half of it held by the front."""
    process = psutil.Process(front.child.pid)
    before, peak, total, rows = process.memory_info().rss, 0, 0, 0
    query = "SELECT number, repeat('x', 1000) FROM numbers(1000000)"
    for number, _ in client.execute_iter(query, settings={"max_block_size": 16384}):
        total, rows = total + number, rows + 1
        if rows % 50_000 == 0:
            peak = max(peak, process.memory_info().rss)

    assert (rows, total) == (1_000_000, 499_999_500_000)
    assert (peak - before) // MEBIBYTE < 500


def test_sixteen_clients_write_and_read_at_once(front):
    """Each sees its own rows after each insert, and nothing is lost."""
    setup = front.client()
    setup.execute("DROP TABLE IF EXISTS conc")
    setup.execute("CREATE TABLE conc (w UInt32, i UInt32) ENGINE = MergeTree ORDER BY (w, i)")

    def work(w):
        client, seen = front.client(), []
        for i in range(20):
            client.execute("INSERT INTO conc VALUES", [(w, i * 10 + j) for j in range(10)])
            seen += client.execute("SELECT count() FROM conc WHERE w = %(w)s", {"w": w})
        return seen

    with ThreadPoolExecutor(16) as pool:
        seen = list(pool.map(work, range(16)))

    assert seen == [[(10 * (i + 1),) for i in range(20)]] * 16
    assert setup.execute("SELECT count() FROM conc") == [(3200,)]
