"""What the tests of the ClickHouse front share: a front with backups, HTTP and several users."""

import json
from pathlib import Path

import pytest
from clickhouse_driver import errors

from deploy.local.clickhouse.front import LocalClickHouse

USERS = {
    "default": {"password": ""},
    "bob": {"password": "s3cret"},
    "reader": {"password": "r", "settings": {"readonly": 1}},
    "capped": {"password": "c", "settings": {"max_execution_time": 1, "max_result_rows": 1000}},
}


def front_in(folder: Path, *options: str) -> LocalClickHouse:
    (folder / "users.json").write_text(json.dumps(USERS))
    (folder / "backups").mkdir()
    allowed = f"<backups><allowed_path>{folder}/backups/</allowed_path></backups>"
    (folder / "config.xml").write_text(f"<clickhouse>{allowed}</clickhouse>")
    return LocalClickHouse(folder, options=["--config", str(folder / "config.xml"), *options])


def fails(code, ask, *arguments, **options) -> str:
    with pytest.raises(errors.ServerException) as raised:
        ask(*arguments, **options)
    assert raised.value.code == code, str(raised.value)[:300]
    return str(raised.value)
