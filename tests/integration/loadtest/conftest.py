"""The whole ledger, as `make up` runs it, in a folder and on ports of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.local.child import Child
from deploy.local.ports import Port, free_port
from deploy.local.services import ROOT
from deploy.local.waiting import wait_until

READY_WITHIN_S = 120.0
Ran = subprocess.CompletedProcess[str]
Run = Callable[..., Ran]


@pytest.fixture(scope="package")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the settings of a ledger that meets no other."""
    folder = tmp_path_factory.mktemp("ledger")
    ports = {str(port): str(free_port()) for port in Port}
    return ports | {
        "COUNTROOM_FOLDER": str(folder),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "gen")]),
    }


@pytest.fixture(scope="package")
def ledger(environment: dict[str, str]) -> Iterator[None]:
    """Run it until the tests of this folder are done."""
    folder = Path(environment["COUNTROOM_FOLDER"])
    child = Child("up", folder.parent, environment, working_folder=ROOT)
    child.start([sys.executable, "-m", "deploy.local", "up", "--folder", str(folder)])
    try:

        def ready() -> bool:
            assert child.running, child.tail()
            return "all ready" in child.tail()

        assert wait_until(ready, READY_WITHIN_S), child.tail()
        yield
    finally:
        child.stop(60.0)


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Return what runs one of the load tests to its end."""

    def to_end(module: str, *arguments: str, **more: str) -> Ran:
        return subprocess.run(
            [sys.executable, "-m", module, *arguments],
            env={**os.environ, **environment, **more},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    return to_end
