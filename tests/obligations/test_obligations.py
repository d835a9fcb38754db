"""Every obligation has a test or is known to wait for one, and the list of those only shrinks."""

import os
import subprocess
import sys
from pathlib import Path

from services.rulebook.obligation import OBLIGATIONS, Obligation
from tests.obligations.table import PENDING_FILE, faults, pending_ids, summary, table, without

ROOT = Path(__file__).parents[2]
MOST_PENDING = 197  # lower it with the list; it never rises
ROWS = {
    "M8": Obligation("M8", "compliance", "enforce", "Nobody works without a licence."),
    "M9": Obligation("M9", "compliance", "record", "An application is kept."),
}
LICENSED = "tests/unit/test_x.py::test_nobody_works"


def test_each_obligation_has_a_test_or_is_pending():
    """`make obligations` prints the table and finds nothing wrong."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.obligations"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((".", "gen"))},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") > len(OBLIGATIONS)


def test_the_list_of_pending_obligations_only_shrinks():
    """What once had a test never waits for one again."""
    assert len(pending_ids(PENDING_FILE.read_text())) <= MOST_PENDING


def test_an_obligation_that_is_tested_and_pending_or_neither_is_a_fault():
    """The two together are the law, without a rest and without an overlap."""
    assert list(faults(ROWS, {"M8": [LICENSED]}, ["M9"])) == []
    assert list(faults(ROWS, {"M8": [LICENSED]}, ["M8", "M9"])) == [
        "M8 is pending and has a test: take it out"
    ]
    assert list(faults(ROWS, {"M8": [LICENSED]}, [])) == ["M9 has no test and is not pending"]


def test_an_id_that_is_no_obligation_is_a_fault():
    """A mark or a line with a slip of the pen shows no duty met."""
    assert list(faults(ROWS, {"M8": [LICENSED], "M88": [LICENSED]}, ["M9"])) == [
        f"M88 is no obligation, says {LICENSED}"
    ]
    assert list(faults(ROWS, {"M8": [LICENSED]}, ["M9", "M99"])) == [
        "M99 is pending and no obligation"
    ]
    assert list(faults(ROWS, {"M8": [LICENSED]}, ["M9", "M9"])) == ["M9 is pending twice"]


def test_shrinking_takes_out_what_is_met_and_leaves_comments():
    """The list keeps its heading and everything that still waits."""
    text = "# waits\nM8\nM9  # until licences are applied for\n"

    assert without(text, {"M8"}) == "# waits\nM9  # until licences are applied for\n"
    assert pending_ids(text) == ["M8", "M9"]


def test_the_table_has_a_row_an_obligation_and_its_tests_below():
    """Who reads it sees what is shown, by what, and what is not."""
    lines = list(table(ROWS, {"M8": [LICENSED]}))

    assert [line.split()[0] for line in lines] == ["id", "M8", LICENSED, "M9"]
    assert next(summary(ROWS, {"M8": [LICENSED]})).split() == [
        "compliance", "1", "of", "2", "have", "a", "test",
    ]  # fmt: skip
