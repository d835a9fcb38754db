"""Settings: what is missing is named with what to do; keys are made only where that was asked."""

import os
import stat
import threading

import pytest

from services.chassis.key_files import KeyFiles, KeyMissing
from services.chassis.settings import Settings, SettingsWrong

NEEDED = {"kafka": "127.0.0.1:9092", "state_dir": "state", "keys_dir": "keys"}


@pytest.fixture(autouse=True)
def no_settings_outside(monkeypatch):
    for name in [name for name in os.environ if name.startswith("COUNTROOM_")]:
        monkeypatch.delenv(name)


def test_every_missing_setting_is_named_with_what_to_do():
    """A newcomer learns all that is missing at once, with an example for each."""
    with pytest.raises(SettingsWrong) as wrong:
        Settings()

    for name in ("COUNTROOM_KAFKA", "COUNTROOM_STATE_DIR", "COUNTROOM_KEYS_DIR"):
        assert f"{name} is missing" in str(wrong.value)
        assert f"e.g. {name}=" in str(wrong.value)


def test_a_setting_that_cannot_be_is_named_without_its_value(monkeypatch):
    """The value itself is not repeated: it may be a secret in the wrong place."""
    monkeypatch.setenv("COUNTROOM_PARTITIONS", "hunter2")
    with pytest.raises(SettingsWrong, match="COUNTROOM_PARTITIONS can't be used") as wrong:
        Settings(**NEEDED)

    assert "hunter2" not in str(wrong.value)


def test_the_environment_sets_every_field(monkeypatch):
    """Each setting is the environment variable of its name under one prefix."""
    for name, value in NEEDED.items():
        monkeypatch.setenv(f"COUNTROOM_{name.upper()}", value)
    monkeypatch.setenv("COUNTROOM_ADDRESS", "127.0.0.1:7")

    settings = Settings()

    assert settings.kafka == "127.0.0.1:9092"
    assert settings.advertised_address == "127.0.0.1:7"


def test_a_secret_may_come_from_a_file_and_is_never_shown(monkeypatch, tmp_path):
    """A secret's file stands in COUNTROOM_SECRETS_DIR under the setting's name."""
    (tmp_path / "COUNTROOM_CLICKHOUSE_PASSWORD").write_text("hunter2")
    monkeypatch.setenv("COUNTROOM_SECRETS_DIR", str(tmp_path))

    settings = Settings(**NEEDED)

    assert settings.clickhouse_password.get_secret_value() == "hunter2"
    assert "hunter2" not in repr(settings)


def test_every_setting_says_what_it_is():
    """No setting without a description."""
    assert [name for name, f in Settings.model_fields.items() if not f.description] == []


@pytest.mark.parametrize(
    ("owned", "numbers"), [("", (0, 1, 2, 3)), ("2", (2,)), ("3,0", (0, 3)), (" 1 ", (1,))]
)
def test_a_process_owns_what_it_is_told_to(owned, numbers):
    """Partitions are named by number; none named is all of them."""
    assert Settings(**NEEDED, owned=owned).owned_partitions == numbers


@pytest.mark.parametrize("owned", ["4", "-1", "a", "0,,1"])
def test_a_partition_that_is_not_there_is_refused(owned):
    """The numbers must be among the topic's."""
    with pytest.raises(SettingsWrong, match="from 0 to 3"):
        _ = Settings(**NEEDED, owned=owned).owned_partitions


def test_a_missing_key_is_not_made_up(tmp_path):
    """A new key beside old data would be worse than none: the process says so and stops."""
    with pytest.raises(KeyMissing, match="COUNTROOM_MAKE_KEYS"):
        KeyFiles(tmp_path, may_make=False).key("digest")


def test_a_first_start_makes_each_key_once(tmp_path):
    """Asked for, a random key is made for its owner alone, and stays."""
    folder = tmp_path / "keys"
    key = KeyFiles(folder, may_make=True).key("digest")

    assert KeyFiles(folder, may_make=False).key("digest") == key
    assert KeyFiles(folder, may_make=True).key("snapshot") != key
    assert stat.S_IMODE((folder / "digest.key").stat().st_mode) == 0o600
    assert sorted(path.name for path in folder.iterdir()) == ["digest.key", "snapshot.key"]


def test_processes_that_start_together_agree_on_a_key(tmp_path):
    """Whoever is first makes it; nobody goes on with another."""
    keys, start = [], threading.Barrier(8)

    def make():
        start.wait()
        keys.append(KeyFiles(tmp_path, may_make=True).key("digest"))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(keys) == 8
    assert len(set(keys)) == 1


def test_a_broken_key_is_said(tmp_path):
    """A file of another length is no key."""
    (tmp_path / "digest.key").write_bytes(b"short")

    with pytest.raises(KeyMissing, match="32 bytes"):
        KeyFiles(tmp_path, may_make=True).key("digest")
