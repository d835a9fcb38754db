"""Kafka's jars are only used with the hash that is known; what is wrong is fetched again."""

import shutil

import pytest
import requests

from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka import jars as jars_file
from deploy.local.kafka.cache import cache
from deploy.local.kafka.jars import known_jars

SMALL = "org/slf4j/slf4j-api/1.7.36/slf4j-api-1.7.36.jar"


@pytest.fixture
def repository(kafka, tmp_path, monkeypatch):
    """Return what is asked of a repository of one jar, with a list of it and an empty cache."""
    real = cache() / "jars" / SMALL
    known = next(jar for jar in known_jars() if jar.place == SMALL)
    listed = tmp_path / "jars.sha256"
    listed.write_text(f"{known.sha256}  {SMALL}\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(jars_file, "LIST", listed)
    monkeypatch.setattr(jars_file, "PAUSE_SECONDS", 0.0)
    asked = []

    def download(place, folder):
        asked.append(place)
        (folder / place).parent.mkdir(parents=True)
        return shutil.copy(real, folder / place) and folder / place

    monkeypatch.setattr(jars_file, "_download", download)
    return asked


def test_a_missing_jar_is_fetched_once(repository):
    """The second start finds it in the cache."""
    assert jars_file.jars() == jars_file.jars() == [cache() / "jars" / SMALL]
    assert repository == [SMALL]


@pytest.mark.parametrize("content", [b"", b"PK half of a jar"])
def test_a_half_or_changed_jar_is_fetched_again(repository, content):
    """A download that a kill cut short does not stay."""
    (jar,) = jars_file.jars()
    jar.write_bytes(content)
    jars_file.jars()

    assert repository == [SMALL, SMALL]
    assert known_jars()[0].is_sound(cache() / "jars")


def test_a_jar_that_always_comes_changed_is_refused(repository, monkeypatch):
    """The refusal names the jar, and nothing is left in the cache."""

    def changed(place, folder):
        (folder / place).parent.mkdir(parents=True)
        (folder / place).write_bytes(b"not the jar")
        return folder / place

    monkeypatch.setattr(jars_file, "_download", changed)
    with pytest.raises(LocalFailure, match=r"slf4j-api-1\.7\.36\.jar") as raised:
        jars_file.jars()

    assert raised.value.reason == Reason.JAR_CORRUPT
    assert not (cache() / "jars" / SMALL).exists()


def test_an_unreachable_repository_is_a_clear_error(repository, monkeypatch):
    """The refusal says what could not be fetched and what to look at."""

    def unreachable(place, folder):
        raise requests.ConnectionError

    monkeypatch.setattr(jars_file, "_download", unreachable)
    with pytest.raises(LocalFailure, match="could not be fetched") as raised:
        jars_file.jars()
    assert raised.value.reason == Reason.JAR_UNAVAILABLE
