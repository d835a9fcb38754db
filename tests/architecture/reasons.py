"""Reasons: every stable code that the code can give, found where it is written."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import nodes, python

ROOMS = ("services", "deploy", "loadtest")
# Lists of words that are no reasons: kinds of accounts, settings, callers, how a person was known.
NO_REASONS = {"AccountKind", "Caller", "IdentifiedBy", "Port"}
ANSWERS = {
    "failed_precondition", "unavailable", "not_found", "unauthenticated", "permission_denied",
    "page_problem", "_refused",
}  # fmt: skip
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def reasons() -> set[str]:
    """Return every reason."""
    return {code for path in python(*ROOMS) for code in (*_listed(path), *_written(path))}


def _listed(path: Path) -> Iterator[str]:
    """Yield the members of a file's enumerations of reasons."""
    for listing in nodes(path, ast.ClassDef):
        bases = {ast.unparse(base) for base in listing.bases}
        if "StrEnum" in bases and listing.name not in NO_REASONS:
            for line in listing.body:
                if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
                    yield str(line.value.value)


def _written(path: Path) -> Iterator[str]:
    """Yield the reasons that stand in a call: answers.unavailable("in_doubt", ...)."""
    for call in nodes(path, ast.Call):
        named = [word.value for word in call.keywords if word.arg == "reason"]
        if ast.unparse(call.func).rpartition(".")[2] in ANSWERS:
            named += call.args[:2]
        for word in named:
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                code = word.value.lower()
                if CODE.fullmatch(code):
                    yield code
