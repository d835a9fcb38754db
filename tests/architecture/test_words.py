"""What the project's texts never say: where they were written, and whence packages came."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import paths, require_none, text

TEXTS = [path for path in paths() if path.name != "LICENSE"]
HOSTS = ("pypi", "pythonhosted", "maven", "npmjs", "crates", "golang", "debian", "docker")
NAMES = {
    "a folder of one machine": r"(?<![\w.:<>])/(?:work|root|home|Users|mnt|srv|tmp)/\w",
    "a registry's host": rf"\b[\w.-]*(?:{'|'.join(HOSTS)})[\w-]*\.(?:org|com|io|dev|net)\b",
    "an index address": r"--(?:extra-)?index-url|--find-links|--trusted-host",
    "the number of a ticket": r"(?i)\b(?:issue|ticket|story|task|pull request|PR) ?#?\d+\b",
}
# The Makefile looks for such words in the lock, and this file names them.
NAMES_THEM = {"an index address": {"Makefile", "tests/architecture/test_words.py"}}


@pytest.mark.parametrize("thing", NAMES)
def test_no_text_names(thing):
    """A file of the project names no place, host or ticket outside the project."""
    pattern, allowed = re.compile(NAMES[thing]), NAMES_THEM.get(thing, set())
    files = [path for path in TEXTS if path.as_posix() not in allowed]

    def named(path: Path) -> Iterator[str]:
        for number, line in enumerate(text(path).splitlines(), 1):
            if found := pattern.search(line):
                yield f"line {number} names {thing}: {found.group()}"

    require_none(files, named)


def test_a_lock_names_versions_and_hashes_only():
    """Where packages come from is the business of whoever installs them."""
    for lock in (path for path in TEXTS if path.suffix == ".lock" or path.name.endswith("sha256")):
        assert not re.search(r"https?://|\bfile:", text(lock))


def test_what_listens_listens_at_home():
    """No code binds to every address of a machine: who wants that says so by a setting."""

    def everywhere(path: Path) -> Iterator[str]:
        if re.search(r"""["'](0\.0\.0\.0|\[?::\]?)(:\d+)?["']""", text(path)):
            yield "binds to every address"

    require_none([p for p in TEXTS if p.suffix in {".py", ".toml", ".properties"}], everywhere)
