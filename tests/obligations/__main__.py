"""`python -m tests.obligations`: each obligation of the law and the tests that show it met.

With the word `shrink` it takes out of tests/obligations_pending.txt what has a test by now.
"""

import sys

from services.rulebook.obligation import OBLIGATIONS
from tests.obligations.collected import NotCollected, tests_by_obligation
from tests.obligations.table import PENDING_FILE, faults, pending_ids, summary, table, without


def main(words: list[str]) -> int:
    """Print the table; return 0 where the list of pending obligations is right, 1 where not."""
    try:
        tests = tests_by_obligation()
    except NotCollected as broken:
        sys.stderr.write(
            f"{broken}\nThe tests can't be collected, so nothing can be said of them.\n"
        )
        return 2
    if words == ["shrink"]:
        PENDING_FILE.write_text(without(PENDING_FILE.read_text(), tests.keys()))
    pending = pending_ids(PENDING_FILE.read_text())
    wrong = sorted(faults(OBLIGATIONS, tests, pending))
    for line in (*table(OBLIGATIONS, tests), "", *summary(OBLIGATIONS, tests)):
        sys.stdout.write(line + "\n")
    if wrong:
        sys.stderr.write("\n".join(["", f"{PENDING_FILE.name} is not right:", *wrong, ""]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
