"""What runs in the embedded default, in the order in which it starts. A new service joins here."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from deploy.local.clickhouse.users import OWNER, read_users, write_users
from deploy.local.ports import Port, configured
from deploy.local.supervisor.readiness import http_ready, kafka_answers, listening
from deploy.local.supervisor.supervised import Step, Supervised
from deploy.local.watch_token import write_watch_token

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"


def whole_ledger(folder: Path) -> list[Supervised | Step]:
    """Return the embedded parts, the steps that make topics and tables, and the services."""
    common = environment(folder)
    return [
        *embedded_parts(folder),
        Step("topics", _python("services.chassis.topics"), _with_state(common, folder, "topics")),
        Step(
            "migrate", _python("services.warehouse.migrate"), _with_state(common, folder, "migrate")
        ),
        _service("compliance", folder, common, Port.COMPLIANCE_HEALTH, Port.COMPLIANCE),
        _service("cashier", folder, common, Port.CASHIER_HEALTH, Port.CASHIER),
        _service("streams", folder, common, Port.STREAMS_HEALTH),
        _service("audit", folder, common, Port.AUDIT_HEALTH, Port.AUDIT, Port.AUDIT_HTTP),
    ]


def embedded_parts(folder: Path) -> list[Supervised | Step]:
    """Return Kafka and ClickHouse."""
    kafka, clickhouse = configured(Port.KAFKA), configured(Port.CLICKHOUSE)
    controller = configured(Port.KAFKA_CONTROLLER)
    return [
        Supervised(
            "kafka",
            [*_python("deploy.local.kafka"), "up", "--folder", str(folder / "kafka")],
            kafka_answers([kafka]),
            {kafka: Port.KAFKA, controller: Port.KAFKA_CONTROLLER},
        ),
        Supervised(
            "clickhouse",
            [*_python("deploy.local.clickhouse"), "--path", str(folder / "clickhouse")],
            listening(clickhouse),
            {clickhouse: Port.CLICKHOUSE},
        ),
    ]


def environment(folder: Path) -> dict[str, str]:
    """Return what every service is told; keys and passwords are made at the first start."""
    keys, users = folder / "keys", folder / "clickhouse" / "users.json"
    users.parent.mkdir(parents=True, exist_ok=True)
    write_users(users)
    write_watch_token(keys)
    return {
        "COUNTROOM_KAFKA": address(Port.KAFKA),
        "COUNTROOM_CLICKHOUSE": address(Port.CLICKHOUSE),
        "COUNTROOM_CLICKHOUSE_USER": OWNER,
        "COUNTROOM_CLICKHOUSE_PASSWORD": read_users(users)[OWNER].password,
        "COUNTROOM_KEYS_DIR": str(keys),
        "COUNTROOM_MAKE_KEYS": "true",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "gen")]),
    }


def address(port: Port) -> str:
    """Return host:port as the environment or the defaults have it."""
    return f"{HOST}:{configured(port)}"


def _service(
    name: str, folder: Path, common: dict[str, str], health: Port, *faces: Port
) -> Supervised:
    own = dict(
        zip(("COUNTROOM_ADDRESS", "COUNTROOM_HTTP_ADDRESS"), map(address, faces), strict=False)
    )
    own["COUNTROOM_HEALTH_ADDRESS"] = address(health)
    return Supervised(
        name,
        _python(f"services.{name}"),
        http_ready(configured(health)),
        {configured(port): port for port in (health, *faces)},
        _with_state(common, folder, name) | own,
    )


def _with_state(common: dict[str, str], folder: Path, name: str) -> dict[str, str]:
    return common | {"COUNTROOM_STATE_DIR": str(folder / name / "state")}


def _python(module: str) -> Sequence[str]:
    return [sys.executable, "-m", module]
