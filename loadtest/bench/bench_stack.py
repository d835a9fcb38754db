"""The ledger of a measurement: the embedded default in a folder and on ports of its own."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.issuer import LocalIssuer
from deploy.local.ports import Port, configured, free_port
from deploy.local.services import ROOT, whole_ledger
from deploy.local.supervisor.keeper import Keeper
from deploy.local.supervisor.stack import Stack
from deploy.local.supervisor.supervised import Supervised
from loadtest.callers import Addresses, Callers
from loadtest.ledger_stack import addresses
from services.chassis.settings import Settings
from services.warehouse.client import Warehouse
from services.warehouse.settings import warehouse_address

_STARTED_BY_HAND = ("streams", "audit")


@dataclass(frozen=True, slots=True)
class BenchStack:
    """Kafka, ClickHouse, cashier and compliance, running; the streams worker when it is asked."""

    folder: Path
    stack: Stack
    streams: Keeper

    @property
    def bootstrap(self) -> str:
        """Return where Kafka is."""
        return f"127.0.0.1:{configured(Port.KAFKA)}"

    @property
    def addresses(self) -> Addresses:
        """Return where the services are."""
        return addresses()

    def callers(self, casino_id: str) -> Callers:
        """Return the clients of a casino."""
        return Callers(self.addresses, LocalIssuer.at(self.folder / "keys"), casino_id)

    def pid_of(self, service: str) -> int:
        """Return the process that serves."""
        return self.stack.keepers[service].child.pid

    def warehouse(self) -> Warehouse:
        """Return a connection to ClickHouse, as the streams worker logs in."""
        told = self.streams.spec.environment
        settings = Settings(
            kafka=told["COUNTROOM_KAFKA"],
            clickhouse=told["COUNTROOM_CLICKHOUSE"],
            clickhouse_user=told["COUNTROOM_CLICKHOUSE_USER"],
            clickhouse_password=told["COUNTROOM_CLICKHOUSE_PASSWORD"],
            state_dir=self.folder,
            keys_dir=self.folder / "keys",
        )
        return Warehouse(warehouse_address(settings))


@contextmanager
def bench_stack() -> Iterator[BenchStack]:
    """Start it; everything is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="countroom-bench-"))
    for port in Port:
        os.environ[port] = str(free_port())
    specs = whole_ledger(folder)
    (streams,) = [s for s in specs if isinstance(s, Supervised) and s.name == "streams"]
    kept = [spec for spec in specs if spec.name not in _STARTED_BY_HAND]
    keeper = Keeper(streams, folder / streams.name, ROOT)
    try:
        with Stack(folder, kept, ROOT) as stack:
            yield BenchStack(folder, stack, keeper)
            keeper.child.stop(streams.grace_seconds)
    finally:
        keeper.child.stop(0)
        shutil.rmtree(folder, ignore_errors=True)
