"""Which Java runs Kafka: the package's own, or a new enough one that the setting names."""

import pytest

from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka.java import SETTING, java

SAYS = "#!/bin/sh\necho 'openjdk version \"{version}\" 2024-01-01' >&2\n"


def named_java(folder, version):
    program = folder / "java"
    program.write_text(SAYS.format(version=version))
    program.chmod(0o755)
    return str(program)


def test_the_packages_own_java_comes_first(monkeypatch, tmp_path):
    """A java on the PATH is not taken unless the setting says so."""
    monkeypatch.delenv(SETTING, raising=False)
    monkeypatch.setenv("PATH", named_java(tmp_path, "11.0.1").removesuffix("/java"))

    assert java().version >= 25


@pytest.mark.parametrize(("version", "feature"), [("17.0.9", 17), ("21", 21), ("25-ea", 25)])
def test_a_new_enough_java_may_be_named(monkeypatch, tmp_path, version, feature):
    """From 17 on any will do."""
    monkeypatch.setenv(SETTING, named_java(tmp_path, version))
    assert java().version == feature


@pytest.mark.parametrize("version", ["1.8.0_392", "11.0.21", "16"])
def test_an_old_java_is_refused(monkeypatch, tmp_path, version):
    """The refusal names the setting and the oldest that will do."""
    monkeypatch.setenv(SETTING, named_java(tmp_path, version))
    with pytest.raises(LocalFailure, match="17") as raised:
        java()
    assert raised.value.reason == Reason.JAVA_UNUSABLE


def test_a_java_that_is_not_there_is_refused(monkeypatch):
    """The refusal names what was set."""
    monkeypatch.setenv(SETTING, "no-such-java")
    with pytest.raises(LocalFailure, match="no-such-java"):
        java()
