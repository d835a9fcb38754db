"""The local key store: durable, shared by processes, and without a trace of what was destroyed."""

import sqlite3
from contextlib import closing

import pytest

from services.chassis.persons import local_key_store
from services.chassis.persons.key_store import key_owner
from services.chassis.persons.local_key_store import LocalKeyStore, NotErased, WrongMasterKey
from services.chassis.persons.persons import Persons
from tests.unit.chassis.persons.test_persons import CASINO, DOCUMENT


@pytest.fixture
def path(tmp_path):
    return tmp_path / "persons.sqlite3"


@pytest.fixture
def persons(path):
    store = LocalKeyStore(path, b"m" * 32)
    yield Persons(store, b"i" * 32)
    store.close()


def test_a_destroyed_key_is_in_no_file(persons, path):
    """Its bytes are overwritten, in the write-ahead log too."""
    persons.seal(CASINO, "p-1", DOCUMENT)
    persons.seal(CASINO, "p-2", DOCUMENT)
    with closing(sqlite3.connect(path)) as db:
        (wrapped,) = db.execute(
            "SELECT wrapped FROM owned_key WHERE owner = 'st-julians/p-1'"
        ).fetchone()
    assert any(wrapped in file.read_bytes() for file in path.parent.iterdir())

    persons.destroy(CASINO, "p-1")

    assert not any(wrapped in file.read_bytes() for file in path.parent.iterdir())


def test_processes_agree_on_a_new_persons_key(path):
    """Whoever is first makes it; what either seals the other opens."""
    store, other = LocalKeyStore(path, b"m" * 32), LocalKeyStore(path, b"m" * 32)
    persons, elsewhere = Persons(store, b"i" * 32), Persons(other, b"i" * 32)

    assert elsewhere.open(CASINO, persons.seal(CASINO, "p-1", DOCUMENT)) == DOCUMENT
    assert persons.open(CASINO, elsewhere.seal(CASINO, "p-1", DOCUMENT)) == DOCUMENT
    store.close()
    other.close()


def test_keys_outlive_the_process(path):
    """What was sealed is opened by the next one."""
    first = LocalKeyStore(path, b"m" * 32)
    sealed = Persons(first, b"i" * 32).seal(CASINO, "p-1", DOCUMENT)
    first.close()
    second = LocalKeyStore(path, b"m" * 32)

    assert Persons(second, b"i" * 32).open(CASINO, sealed) == DOCUMENT
    second.close()


def test_another_master_key_is_said(path):
    """A store restored without its master key is not taken for one of destroyed keys."""
    first = LocalKeyStore(path, b"m" * 32)
    sealed = Persons(first, b"i" * 32).seal(CASINO, "p-1", DOCUMENT)
    first.close()
    second = LocalKeyStore(path, b"x" * 32)

    with pytest.raises(WrongMasterKey, match="persons_master"):
        Persons(second, b"i" * 32).open(CASINO, sealed)
    second.close()


def test_a_destruction_that_leaves_bytes_behind_is_said(persons, path, monkeypatch):
    """While another connection still reads the old pages, they can't be overwritten."""
    monkeypatch.setattr(local_key_store, "_BUSY_S", 0.1)
    store = LocalKeyStore(path, b"m" * 32)
    persons.seal(CASINO, "p-1", DOCUMENT)
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM owned_key").fetchone()
        with pytest.raises(NotErased, match="again"):
            store.destroy(key_owner(CASINO, "p-1"))

    store.destroy(key_owner(CASINO, "p-1"))
    assert store.find(key_owner(CASINO, "p-1")) is None
    store.close()
