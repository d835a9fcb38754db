"""The documents say what is there: their links, commands, paths and ports are the tree's own."""

import re
from pathlib import Path

import pytest

from deploy.local.ports import DEFAULTS
from tests.architecture.tree import ROOT, paths, require_none, text

PAGES = [path for path in paths() if path.suffix == ".md"]
README, ARCHITECTURE = Path("README.md"), Path("ARCHITECTURE.md")
TARGETS = set(re.findall(r"^([a-z-]+):", text(Path("Makefile")), re.MULTILINE))
ROOMS = r"services|protos|deploy|loadtest|tests|docs"
# Named as what someone is about to write.
TO_COME = {
    "services/streams/projections/desk_day.py",
    "services/warehouse/migrations/00NN_desk_day.sql",
}


def test_every_link_leads_somewhere():
    """A link to a file of the tree finds it, and one to a heading finds that."""

    def dead(path):
        for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text(path)):
            link = "".join(target)
            if re.match(r"[a-z]+:", link):
                continue
            file, _, heading = link.partition("#")
            found = (ROOT / path.parent / file) if file else ROOT / path
            if not found.exists() or (heading and heading not in headings(found)):
                yield link

    require_none(PAGES, dead)


def headings(file):
    lines = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in lines}


def test_every_path_that_is_named_is_there():
    """A file or folder that a page names in code exists."""

    def missing(path):
        for named in re.findall(rf"`((?:{ROOMS})/[\w./*<>-]+)`", text(path)):
            is_pattern = set(named) & set("*<>")
            if not is_pattern and named not in TO_COME and not (ROOT / named).exists():
                yield named

    require_none(PAGES, missing)


def test_every_make_command_is_a_target():
    """What a page tells to type can be typed."""

    def unknown(path):
        for named in re.findall(r"(?:`|^|then |again |  )make ([a-z-]+)", text(path), re.MULTILINE):
            if named not in TARGETS:
                yield f"make {named}"

    require_none(PAGES, unknown)


@pytest.mark.parametrize("setting", DEFAULTS, ids=str)
def test_the_readme_names_every_port(setting):
    """Each port of the embedded default stands in the README, with the number it has."""
    assert re.search(rf"\b{DEFAULTS[setting]}\b", text(README))
    assert f"`{setting}`" in text(README)


def test_every_decision_is_in_the_table():
    """Who looks for a decision finds its file from ARCHITECTURE.md."""
    decisions = [p for p in paths("docs/adr") if p.suffix == ".md"]

    assert [p.name for p in decisions if f"({p.as_posix()})" not in text(ARCHITECTURE)] == []


def test_decisions_are_numbered_and_their_headings_agree():
    """ADR 7 is 0007-....md and begins with "# 7."."""
    for path in (p for p in paths("docs/adr") if p.suffix == ".md"):
        assert text(path).startswith(f"# {int(path.name[:4])}. ")
        assert "\nAccepted.\n" in text(path) or "\nSuperseded by" in text(path)
