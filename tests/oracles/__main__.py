"""`python -m tests.oracles <file>`: every case of a file through the project's own deciders."""

import os
import sys
from pathlib import Path
from typing import Any

from tests.oracles.aml_case import is_aml_case, run_aml_case
from tests.oracles.case_file import Unreadable, read_cases
from tests.oracles.verdict import Difference, Ran, Report, Skipped


def report_of(path: Path) -> Report:
    """Run a file's cases; those of a shape that has no runner are skipped by their names."""
    report = Report()
    for case_id, case in read_cases(path):
        report.take(case_id, _run(case))
    return report


def _run(case: dict[str, Any]) -> Ran | Skipped:
    if not is_aml_case(case):
        return Skipped("runner for cases of this shape")
    try:
        return run_aml_case(case)
    except (KeyError, ValueError) as error:  # the case lacks a part, or has a word for a figure
        return Ran((Difference("shape", "a case that can be read", repr(error)),))


def main(arguments: list[str]) -> int:
    """Print the report; return 0 where no case failed, 1 where one did, 2 without a file."""
    named = arguments[0] if arguments else os.environ.get("CASES", "")
    path = named.removeprefix("CASES=")
    if not path:
        sys.stderr.write("Say which file: python -m tests.oracles <file>, or CASES=<file>.\n")
        return 2
    try:
        report = report_of(Path(path))
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("\n".join([*report.lines, *report.summary()]) + "\n")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
