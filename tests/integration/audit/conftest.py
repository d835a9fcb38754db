"""A warehouse that holds one evening, every row twice, with merges stopped."""

from collections.abc import Iterator

import pytest

from services.warehouse.client import Warehouse, WarehouseAddress
from services.warehouse.migrate import migrate
from tests.integration.audit.asker import Asker
from tests.integration.audit.evening import played_evening
from tests.integration.audit.faces import open_faces


def filled_warehouse(clickhouse, database: str, casino, times: int = 2) -> Warehouse:
    """Return a new database with the casino's rows, each sent so many times, never merged."""
    password = clickhouse.user().password
    at = WarehouseAddress(clickhouse.host, clickhouse.port, database, password=password)
    migrate(at)
    warehouse = Warehouse(at)
    rows = casino.rows()
    for table in rows:
        warehouse.run(f"SYSTEM STOP MERGES `{table.table}`")
    for _ in range(times):
        for table in rows:
            warehouse.insert(table.table, table.columns, table.data)
    return warehouse


@pytest.fixture(scope="package")
def evening():
    return played_evening()


@pytest.fixture(scope="package")
def warehouse(clickhouse, evening) -> Iterator[Warehouse]:
    filled = filled_warehouse(clickhouse, "audit_evening", evening[0])
    yield filled
    filled.close()


@pytest.fixture
def asker(warehouse, evening) -> Iterator[Asker]:
    asking = Asker(warehouse, evening[0])
    yield asking
    asking.close()


@pytest.fixture
def receipts(evening):
    return evening[1]


@pytest.fixture
async def faces(asker, tmp_path):
    """Open both faces: a gRPC channel, an HTTP client, and tokens of three roles."""
    async with open_faces(asker, tmp_path) as opened:
        yield opened
