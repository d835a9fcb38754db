"""The tree: the project's files as git has them or is about to, and their syntax."""

import ast
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@cache
def paths(*below: str) -> tuple[Path, ...]:
    """Return the files below these folders, the whole tree without any, relative to its root."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *below]
    found = subprocess.run(git, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return tuple(Path(p) for p in sorted(set(found.split("\0"))) if p and (ROOT / p).is_file())


def python(*below: str) -> tuple[Path, ...]:
    """Return the Python files below these folders."""
    return tuple(path for path in paths(*below) if path.suffix == ".py")


@cache
def text(path: Path) -> str:
    """Return a file's text; "" of one that is no text."""
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@cache
def syntax(path: Path) -> ast.Module:
    """Return a Python file's syntax tree."""
    return ast.parse(text(path))


def nodes(path: Path, *kinds: type[ast.AST]) -> Iterator[Any]:
    """Yield the nodes of these kinds anywhere in a Python file."""
    return (node for node in ast.walk(syntax(path)) if isinstance(node, kinds))


def require_none(files: Iterable[Path], look: Callable[[Path], Iterable[Any]]) -> None:
    """Fail with "file: what" for whatever `look` finds in the files; a tidy tree has none."""
    found = [f"{path}: {what}" for path in files for what in look(path)]
    if found:
        pytest.fail("\n".join(found), pytrace=False)
