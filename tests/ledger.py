"""A ledger of real processes on a real broker: started, killed and asked as a casino would."""

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from countroom.cashier.v1 import cashier_service_pb2 as cashier
from countroom.compliance.v1 import compliance_service_pb2 as compliance
from google.protobuf.descriptor import ServiceDescriptor

from deploy.local.child import Child
from deploy.local.issuer import LocalIssuer
from deploy.local.ports import free_port
from deploy.local.waiting import wait_until
from loadtest.clients.connection import Connection
from services.chassis.topics import create_topics

READY_WITHIN_S: Final = 60.0
DESCRIPTORS: Final[dict[str, ServiceDescriptor]] = {
    "cashier": cashier.DESCRIPTOR.services_by_name["CashierService"],
    "compliance": compliance.DESCRIPTOR.services_by_name["ComplianceService"],
}


class LedgerProcess:
    """One service's process with ports of its own."""

    def __init__(self, service: str, folder: Path, environment: dict[str, str]) -> None:
        self.service, self.address = service, f"127.0.0.1:{free_port()}"
        self.pages = f"127.0.0.1:{free_port()}"
        environment = environment | {
            "COUNTROOM_ADDRESS": self.address,
            "COUNTROOM_HEALTH_ADDRESS": self.pages,
            "PYTHONPATH": os.pathsep.join([".", "gen"]),
        }
        self.child = Child(f"{service}-{self.address.rpartition(':')[2]}", folder, environment)

    def start(self) -> "LedgerProcess":
        self.child.start([sys.executable, "-m", f"services.{self.service}"])
        return self

    def wait_ready(self, seconds: float = READY_WITHIN_S) -> "LedgerProcess":
        if not wait_until(lambda: self.is_ready() or not self.child.running, seconds):
            raise TimeoutError(f"{self.service} is not ready:\n{self.child.tail()}")
        if not self.child.running:
            raise ChildProcessError(f"{self.service} ended:\n{self.child.tail()}")
        return self

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{self.pages}/readyz", timeout=2) as answer:
                return bool(json.load(answer)["ok"])
        except OSError:
            return False

    def metrics(self) -> str:
        with urllib.request.urlopen(f"http://{self.pages}/metrics", timeout=5) as answer:
            return answer.read().decode()


class Ledger:
    """Topics, keys, an issuer and processes; state folders are a service's own, keys are shared."""

    def __init__(self, folder: Path, bootstrap: str, partitions: int = 1, copies: int = 1) -> None:
        self.folder, self.bootstrap = folder, bootstrap
        create_topics(bootstrap, partitions, copies)
        keys = folder / "keys"
        self.issuer = LocalIssuer.at(keys)
        self.environment = {
            "COUNTROOM_KAFKA": bootstrap,
            "COUNTROOM_KEYS_DIR": str(keys),
            "COUNTROOM_MAKE_KEYS": "true",
            "COUNTROOM_PARTITIONS": str(partitions),
            "COUNTROOM_REPLICATION": str(copies),
        }
        self.processes: list[LedgerProcess] = []

    def process(self, service: str, state: str = "state", **environment: str) -> LedgerProcess:
        """Return a process that is not started yet; another state folder makes it another owner."""
        own = {"COUNTROOM_STATE_DIR": str(self.folder / state)}
        process = LedgerProcess(service, self.folder, self.environment | own | environment)
        self.processes.append(process)
        return process

    def token(self, subject: str, roles: Iterable[str], casinos: Iterable[str], **how) -> str:
        is_person = how.pop("is_person", False)
        return self.issuer.issue(subject, roles, casinos, is_person=is_person, **how)

    def connection(
        self, process: LedgerProcess, token: str, patience_s: float = 60.0
    ) -> Connection:
        descriptor = DESCRIPTORS[process.service]
        return Connection(descriptor, process.address, lambda: token, patience_s=patience_s)

    def close(self) -> None:
        for process in self.processes:
            if process.child.running:
                process.child.stop(10)

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
