"""The read side killed under load: its rows end as the log makes them, none missing or double."""

import asyncio
import subprocess
import sys

import pytest

from deploy.local.clickhouse.front import LocalClickHouse
from deploy.local.waiting import wait_until
from services.warehouse.client import Warehouse, WarehouseAddress
from services.warehouse.migrate import migrate
from tests.invariants import assert_holds
from tests.open_casino import OpenCasino
from tests.streams_worker import WorkerProcess

CAUGHT_UP_WITHIN_S = 90


class ReadSide:
    """One streams worker on a ClickHouse of its own, beside an open casino."""

    def __init__(self, casino: OpenCasino, clickhouse: LocalClickHouse) -> None:
        ledger, password = casino.ledger, clickhouse.user().password
        self.at = WarehouseAddress(clickhouse.host, clickhouse.port, "countroom", password=password)
        token = ledger.token("streams", ["watch"], ["*"])
        (ledger.folder / "keys" / "watch.token").write_text(token)
        migrate(self.at)
        self.environment = ledger.environment | {
            "COUNTROOM_STATE_DIR": str(ledger.folder / "streams"),
            "COUNTROOM_CLICKHOUSE": f"{self.at.host}:{self.at.port}",
            "COUNTROOM_CLICKHOUSE_PASSWORD": password,
            "PYTHONPATH": ".:gen",
        }
        self.worker = WorkerProcess("streams", ledger.folder, self.environment)
        self.casino = casino

    def sequences(self) -> dict[str, int]:
        """Return how far each book's rows are written."""
        warehouse = Warehouse(self.at)
        rows = warehouse.rows("SELECT book, max(sequence) FROM cursor GROUP BY book", {})
        warehouse.close()
        return {str(book): int(sequence) for book, sequence in rows}

    def wait_caught_up(self, bootstrap: str) -> None:
        wanted = {
            book: sequence
            for service in ("cashier", "compliance")
            for book, (sequence, _) in assert_holds(bootstrap, service, {}).tips.items()
        }

        def there() -> bool:
            seen = self.sequences()
            return all(seen.get(book, 0) >= sequence for book, sequence in wanted.items())

        assert wait_until(there, CAUGHT_UP_WITHIN_S), (wanted, self.sequences())

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *arguments]
        environment = {"PATH": "/usr/bin", **self.environment}
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, check=False
        )

    def assert_as_the_log_makes_them(self) -> None:
        rebuilt = self.run("services.streams.rebuild")
        assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
        reconciled = self.run("services.streams.reconcile", "--once")
        assert reconciled.returncode == 0, reconciled.stdout + reconciled.stderr


@pytest.fixture
def clickhouse():
    with LocalClickHouse() as running:
        yield running


@pytest.fixture
def read_side(casino, clickhouse):
    side = ReadSide(casino, clickhouse)
    side.worker.start().wait_ready()
    yield side
    if side.worker.child.running:
        side.worker.child.stop(10)


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_the_streams_worker_killed_five_times(casino, broker, read_side):
    """After each kill -9 it goes on from its own cursor, whatever rows were half written."""
    load = casino.load().start()
    for _ in range(5):
        await load.grown_by(400)
        read_side.worker.child.kill9()
        await load.grown_by(100)
        read_side.worker.start()
        await asyncio.to_thread(read_side.worker.wait_ready)
    await load.grown_by(200)
    await load.stop()

    assert_holds(broker.bootstrap, "cashier", load.acknowledged)
    read_side.wait_caught_up(broker.bootstrap)
    read_side.assert_as_the_log_makes_them()


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_clickhouse_killed_twice(casino, broker, clickhouse, read_side):
    """Rows wait while it is away; the ledger takes commands all the same."""
    load = casino.load().start()
    for _ in range(2):
        await load.grown_by(500)
        clickhouse.kill9()
        await load.grown_by(500)
        clickhouse.start()
    await load.grown_by(200)
    await load.stop()

    assert_holds(broker.bootstrap, "cashier", load.acknowledged)
    if not read_side.worker.child.running:
        read_side.worker.start()
    read_side.wait_caught_up(broker.bootstrap)
    read_side.assert_as_the_log_makes_them()
