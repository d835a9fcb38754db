"""What goes wrong in a query is told to its client, who can ask the next one."""

import pytest
from clickhouse_driver import errors

from deploy.local.waiting import wait_until
from tests.integration.local.front import fails

KAFKA_TABLE = """
    CREATE TABLE kf (a UInt32) ENGINE = Kafka SETTINGS kafka_broker_list = '127.0.0.1:1',
        kafka_topic_list = 't', kafka_group_name = 'g', kafka_format = 'JSONEachRow'"""
ENDLESS = "SELECT count() FROM numbers(100000000000) WHERE cos(number) = 2"
RUNNING = """
    SELECT count() FROM system.processes
    WHERE query LIKE '%cos(number)%' AND query NOT LIKE '%processes%'"""


def test_the_engines_own_errors_arrive_with_their_codes(client):
    """Bad syntax, unknown names and errors midway leave the connection usable."""
    assert "Syntax error" in fails(62, client.execute, "SELEC 1")
    fails(60, client.execute, "SELECT * FROM nope")
    fails(60, client.execute, "INSERT INTO nope VALUES", [(1,)])
    fails(47, client.execute, "SELECT nocol FROM system.one")
    fails(395, client.execute, "SELECT throwIf(number = 500000) FROM numbers(1000000)")
    fails(115, client.execute, "SELECT 1", settings={"no_such_setting": 1})

    assert client.execute("SELECT 1") == [(1,)]


def test_limits_end_a_query(client):
    """Time and memory are the engine's to watch."""
    fails(159, client.execute, ENDLESS, settings={"max_execution_time": 1})
    hungry = "SELECT groupArray(number) FROM numbers(100000000)"
    fails(241, client.execute, hungry, settings={"max_memory_usage": 50_000_000})


def test_what_would_hang_or_ruin_the_folder_is_refused(client):
    """Engines with consumers, inline inserts and totals are refused before the engine sees them."""
    fails(48, client.execute, KAFKA_TABLE)
    fails(48, client.execute, "INSERT INTO nope VALUES (1)")
    totals = "SELECT number % 2 AS g, count() FROM numbers(5) GROUP BY g WITH TOTALS"
    fails(48, client.execute, totals)

    assert client.execute("SELECT 'ENGINE = Kafka'") == [("ENGINE = Kafka",)]


def test_a_cancelled_query_ends_and_the_connection_goes_on(front):
    """The engine stops working for a client that has had enough."""
    client = front.client(settings={"max_block_size": 1000})
    rows = client.execute_iter("SELECT number, cos(number) FROM numbers(1000000000)")
    next(rows)
    assert front.client().execute(RUNNING) == [(1,)]
    client.cancel()

    assert client.execute("SELECT 1") == [(1,)]


def test_the_query_of_a_client_that_went_away_ends(front):
    """Nobody computes for a closed connection."""
    impatient = front.client(send_receive_timeout=1)
    with pytest.raises((errors.SocketTimeoutError, EOFError, TimeoutError)):
        impatient.execute(ENDLESS)

    assert wait_until(lambda: front.client().execute(RUNNING) == [(0,)], 10)
