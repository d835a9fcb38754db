"""Values keep their type and their worth through the ClickHouse front, both ways."""

import ipaddress
import uuid
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

ONE_OF_EACH = """
    SELECT toDecimal128('123456789012345678901234.5678', 4), toInt64(-5),
        toDateTime64('2026-01-02 03:04:05.123456', 6, 'UTC'),
        toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'),
        CAST('b', 'Enum8(\\'a\\' = 1, \\'b\\' = 2)'), ['x','y'], map('k','v'),
        CAST(NULL, 'Nullable(String)'), toLowCardinality('lc'), toDate('2026-01-01'), (1, 'z'),
        toIPv4('10.0.0.1'), true, toFixedString('ab', 2), [(1, ['q'])], toFloat64(1.5)"""
MANY_TYPES = """
    CREATE TABLE many_types (id Int64, d Decimal(38,4), t DateTime64(6,'UTC'), u UUID,
        e Enum8('a'=1,'b'=2), a Array(String), m Map(String,String), n Nullable(Int32),
        lc LowCardinality(String), lcn LowCardinality(Nullable(String)),
        al Array(LowCardinality(String)), tu Tuple(x Int32, y String), s String, f FixedString(4),
        b Bool, aa Array(Array(Nullable(String)))) ENGINE = MergeTree ORDER BY id"""


def row(i):
    return (
        i,
        Decimal(i) / 4,
        datetime(2026, 1, 1, 0, 0, 0, i, UTC),
        uuid.UUID(int=i),
        "ab"[i % 2],
        ["p"] * (i % 4),
        {f"k{i}": "v" * (i % 300)},
        None if i % 3 else i,
        f"lc{i % 300}",
        None if i % 2 else "n",
        ["q", str(i)][: i % 3],
        (i, str(i)),
        "é" * (i % 200),
        "abcd",
        bool(i % 2),
        [[None, "z"], []][: i % 3],
    )


def test_each_type_arrives_as_what_it_is(client):
    """A decimal of 28 digits, a moment of microseconds, a map: none loses anything."""
    rows, columns = client.execute(ONE_OF_EACH, with_column_types=True)

    assert rows == [
        (
            Decimal("123456789012345678901234.5678"),
            -5,
            datetime(2026, 1, 2, 3, 4, 5, 123456, UTC),
            uuid.UUID("61f0c404-5cb3-11e7-907b-a6006ad3dba0"),
            "b",
            ["x", "y"],
            {"k": "v"},
            None,
            "lc",
            date(2026, 1, 1),
            (1, "z"),
            ipaddress.ip_address("10.0.0.1"),
            True,
            "ab",
            [(1, ["q"])],
            1.5,
        ),
    ]
    assert [kind for _, kind in columns][:3] == ["Decimal(38, 4)", "Int64", "DateTime64(6, 'UTC')"]


def test_what_is_inserted_is_what_is_read(client):
    """Five thousand rows of sixteen types come back equal, and no rows come back with names."""
    client.execute("DROP TABLE IF EXISTS many_types")
    client.execute(MANY_TYPES)
    rows = [row(i) for i in range(5000)]

    assert client.execute("INSERT INTO many_types VALUES", rows) == 5000
    assert client.execute("SELECT * FROM many_types ORDER BY id") == rows
    nothing = client.execute("SELECT id FROM many_types WHERE 0", with_column_types=True)
    assert nothing == ([], [("id", "Int64")])


@pytest.mark.parametrize("compression", [False, "lz4"])
def test_many_rows_arrive_by_row_and_by_column_compressed_or_not(front, compression):
    """Two hundred thousand rows are all there, once, whichever way they were sent."""
    client, n = front.client(compression=compression), 100_000
    client.execute("DROP TABLE IF EXISTS big")
    client.execute(
        "CREATE TABLE big (a UInt64, s String, d Decimal(38,4)) ENGINE = MergeTree ORDER BY a",
    )
    by_row = [(i, f"row {i}", Decimal(i)) for i in range(n)]
    by_column = [[f"col {i}" for i in range(n)], list(range(n)), [Decimal(1)] * n]
    client.execute("INSERT INTO big (a, s, d) VALUES", by_row)
    client.execute("INSERT INTO big (s, a, d) VALUES", by_column, columnar=True)

    counted = client.execute("SELECT count(), uniqExact(s), sum(a) FROM big")
    assert counted == [(2 * n, 2 * n, n * (n - 1))]


def test_an_insert_of_many_blocks_and_of_few_columns_is_whole(client):
    """Rows from a generator come in blocks, and what a row leaves out takes its default."""
    client.execute("DROP TABLE IF EXISTS few")
    client.execute("CREATE TABLE few (a UInt64, s String) ENGINE = MergeTree ORDER BY a")
    rows = ((i, "made") for i in range(3000))
    client.execute("INSERT INTO few (a, s) VALUES", rows, settings={"insert_block_size": 1000})

    assert client.execute("INSERT INTO few (a) VALUES", [{"a": 1}]) == 1
    assert client.execute("SELECT count() FROM few WHERE s = 'made'") == [(3000,)]


def test_a_json_column_is_read_by_its_paths(client):
    """A type that the front cannot walk is still answered, by asking the engine for its name."""
    client.execute("DROP TABLE IF EXISTS js")
    client.execute("CREATE TABLE js (id Int32, j JSON, z Int32) ENGINE = MergeTree ORDER BY id")
    client.execute("""INSERT INTO js SELECT 1, '{"a": {"b": 5}, "c": "x"}', 2""")

    assert client.execute("SELECT j.a.b::Int64, j.c::String FROM js") == [(5, "x")]
    whole = client.execute("SELECT id, toString(j), z FROM js")
    assert whole == [(1, '{"a":{"b":5},"c":"x"}', 2)]
