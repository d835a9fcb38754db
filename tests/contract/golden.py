"""Golden values: what past code wrote and today's must read, by name, each for ever as it is."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[2]


class Changed(Exception):
    """A golden value is no longer what was kept: what was written by it could not be read."""


@cache
def kept(kind: str) -> dict[str, Any]:
    """Return the golden values of a kind, e.g. "events", by their names."""
    file = FOLDER / f"{kind}.json"
    return json.loads(file.read_text()) if file.exists() else {}


def version() -> str:
    """Return the version in whose name new values are kept, e.g. "0.1.0"."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def with_new(old: Mapping[str, Any], made: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the values with those whose names are new, and the new names; raise Changed."""
    changed = sorted(name for name in old.keys() & made.keys() if old[name] != made[name])
    if changed:
        raise Changed(", ".join(changed))
    return {**old, **made}, sorted(made.keys() - old.keys())


def keep(kind: str, made: Mapping[str, Any]) -> list[str]:
    """Add values under new names and return those; raise Changed where a name has another value."""
    values, new = with_new(kept(kind), made)
    text = json.dumps(values, indent=1, sort_keys=True, ensure_ascii=False)
    (FOLDER / f"{kind}.json").write_text(text + "\n")
    kept.cache_clear()
    return new
