"""Who may log in to the ClickHouse front, and what their settings allow them."""

import pytest

from deploy.local.clickhouse.users import read_users, write_users
from deploy.local.failure import LocalFailure, Reason
from tests.integration.local.front import fails

ENDLESS = "SELECT count() FROM numbers(100000000000) WHERE sin(number) = 2"


def test_a_user_logs_in_with_their_own_password_alone(front):
    """A wrong password and an unknown name are refused alike."""
    assert front.client("bob").execute("SELECT 1") == [(1,)]
    fails(516, front.client("bob", password="no").execute, "SELECT 1")  # noqa: S106 - wrong
    fails(516, front.client("bob", user="eve").execute, "SELECT 1")
    fails(81, front.client("bob", database="nope").execute, "SELECT 1")


def test_a_reader_may_read_and_nothing_else(front):
    """A readonly user can neither make a table nor change or drop the setting that holds them."""
    reader = front.client("reader")

    assert reader.execute("SELECT 1") == [(1,)]
    fails(164, reader.execute, "CREATE TABLE forbidden (a Int8) ENGINE = Memory")
    fails(164, reader.execute, "SELECT 1", settings={"max_threads": 5})
    fails(164, reader.execute, "SET readonly = 0")


def test_a_users_limits_hold_in_each_of_their_queries(front):
    """A capped user's query ends after its time and its rows."""
    fails(159, front.client("capped").execute, ENDLESS)
    fails(396, front.client("capped").execute, "SELECT number FROM numbers(5000)")


def test_users_of_the_engine_itself_are_refused(client):
    """The front's file is the only place where users are made."""
    for statement in ("CREATE USER al", "CREATE ROLE ro", "CREATE QUOTA q TO ALL"):
        fails(497, client.execute, statement)


def test_a_users_file_is_made_once_with_passwords_that_only_its_owner_can_read(tmp_path):
    """A second writing keeps the passwords of the first."""
    path = tmp_path / "users.json"
    write_users(path)
    first = path.read_text()
    write_users(path)

    assert path.read_text() == first
    assert path.stat().st_mode & 0o077 == 0
    assert read_users(path)["reader"].settings == {"readonly": "1"}
    assert read_users(path).authenticated("reader", "") is None


@pytest.mark.parametrize(
    "written",
    ["", "[]", '{"a": {}}', '{"a": {"password": 1}}', '{"a": {"password": "", "roles": 1}}'],
)
def test_a_users_file_of_another_shape_is_refused(tmp_path, written):
    """The refusal names the file."""
    path = tmp_path / "users.json"
    path.write_text(written)

    with pytest.raises(LocalFailure, match=r"users\.json") as raised:
        read_users(path)
    assert raised.value.reason == Reason.USERS_FILE_INVALID
