"""Days as the driver writes them by our column, read back from the real engine."""

from datetime import date

import pytest

from services.warehouse.client import Warehouse, WarehouseAddress

DAYS = [date(1970, 1, 1), date(1998, 6, 30), date(2000, 2, 29), date(2149, 6, 6)]
BEYOND = [date(1, 1, 1), date(1969, 12, 31), date(2149, 6, 7), date(9999, 12, 31)]


@pytest.fixture
def warehouse(clickhouse):
    """Return a connection with a table of days in a database that goes again."""
    password = clickhouse.user().password
    at = WarehouseAddress(clickhouse.host, clickhouse.port, "default", password=password)
    connected = Warehouse(at)
    connected.run("DROP TABLE IF EXISTS days")
    connected.run(
        "CREATE TABLE days (n UInt8, day Date, maybe Nullable(Date)) ENGINE = MergeTree ORDER BY n"
    )
    yield connected
    connected.run("DROP TABLE days")
    connected.close()


def test_days_come_back_as_they_were(warehouse):
    """From the first to the last that ClickHouse knows, and none where there is none."""
    maybe = [None, *DAYS[1:]]
    warehouse.insert("days", ("n", "day", "maybe"), [range_of(DAYS), DAYS, maybe])

    found = warehouse.rows("SELECT day, maybe FROM days ORDER BY n")

    assert found == list(zip(DAYS, maybe, strict=True))


def test_a_day_beyond_is_no_other_day(warehouse):
    """It is written as the first that there is, never wrapped round into one that looks right."""
    warehouse.insert("days", ("n", "day", "maybe"), [range_of(BEYOND), BEYOND, BEYOND])

    assert set(warehouse.rows("SELECT day, maybe FROM days")) == {(DAYS[0], DAYS[0])}


def range_of(days):
    return list(range(len(days)))
