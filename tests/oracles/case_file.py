"""Files of cases with expected answers: each case found by its name, whatever its shape."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Unreadable(Exception):
    """The file is not there, or is no file of cases; the text says which and what to do."""


def read_cases(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return every case as (id, case), in the order of the file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}. Give the path of a file of cases.") from error
    except ValueError as error:
        raise Unreadable(f"{path} is not JSON ({error}). Give a file of cases.") from error
    cases = list(_cases(content)) if isinstance(content, dict) else []
    if not cases:
        raise Unreadable(f'{path} holds no cases: an object with a list of them, e.g. "cases".')
    return cases


def _cases(content: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what is listed; what has no id is named by its list and place, a section by its key.

    Keys with an underscore, and sections that hold nothing but text, say something of the cases.
    """
    for key, part in content.items():
        if key.startswith("_") or not isinstance(part, list | dict):
            continue
        rows = part.get("rows") if isinstance(part, dict) else part
        if isinstance(rows, list):
            for place, case in enumerate(rows):
                if isinstance(case, dict):
                    yield str(case.get("id", f"{key}[{place}]")), case
        elif not all(isinstance(value, str) for value in part.values()):
            yield key, part
