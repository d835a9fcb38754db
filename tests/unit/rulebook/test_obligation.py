"""The table of obligations is well formed, and what cites a row of it cites one that is there."""

import pytest

from services.rulebook.obligation import HEADING, OBLIGATIONS, Obligation, parse_obligations
from services.rulebook.watch_rule import WATCHES


def test_a_row_is_read_by_its_id():
    """The id cites the law; service, kind and duty stand beside it."""
    (row,) = parse_obligations(f"{HEADING}\nM8\tcompliance\tenforce\tNobody works.\n").values()

    assert row == Obligation("M8", "compliance", "enforce", "Nobody works.")


@pytest.mark.parametrize(
    "text",
    [
        "id\tkind\tduty\n",
        f"{HEADING}\nM8\tcompliance\tenforce\n",
        f"{HEADING}\nM8\tcompliance\tforbid\tNobody works.\n",
        f"{HEADING}\nM8\tcompliance\tenforce\t\n",
        f"{HEADING}\n" + "M8\tcompliance\tenforce\tNobody works.\n" * 2,
    ],
    ids=["heading", "width", "kind", "empty", "repeated"],
)
def test_a_malformed_table_is_not_read(text):
    """A wrong heading, width or kind, an empty cell or a repeated id stops the program's start."""
    with pytest.raises(ValueError, match=r"\w"):
        parse_obligations(text)


def test_every_watch_serves_an_obligation_that_is_there():
    """A rule cites the row that it is there for."""
    assert {rule.obligation for rule in WATCHES} <= OBLIGATIONS.keys()
