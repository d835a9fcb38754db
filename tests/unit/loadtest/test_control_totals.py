"""Control totals and their comparison."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from loadtest.replay.bad_input import BadInput
from loadtest.replay.comparison import differences
from loadtest.replay.control_totals import FILE_NAME, read_control_totals

GROUP = {
    "sessions": 2,
    "cash_buy_in": "750",
    "chips_buy_in": "0",
    "cash_out": "455.50",
    "player_lost": "-294.5",
}
TOTALS = {
    "tables": {"2019-01 BJ": GROUP},
    "table_sessions_with_cash_buy_in_over_2000": 1,
    "player_days_from_08:00_with_cash_buy_in_over_2000": 1,
    "player_days": 2,
    "slots": {},
}


def test_every_figure_of_every_month_and_game_is_read(tmp_path: Path) -> None:
    """Sums come by month, game and name, counts by name, and the rest is named as not compared."""
    (tmp_path / FILE_NAME).write_text(json.dumps(TOTALS))
    totals = read_control_totals(tmp_path)
    assert totals.figures["2019-01 BJ player_lost"] == Decimal("-294.5")
    assert totals.figures["player_days"] == 2
    assert len(totals.figures) == 8
    assert totals.not_compared == ("slots",)


@pytest.mark.parametrize(
    "content",
    ["{", "[]", "{}", json.dumps(TOTALS | {"tables": {"2019-01 BJ": {"sessions": 2}}})],
)
def test_what_holds_no_totals_is_said_so(tmp_path: Path, content: str) -> None:
    """A file without the figures is refused by its path, before anything is sent."""
    (tmp_path / FILE_NAME).write_text(content)
    with pytest.raises(BadInput, match=FILE_NAME):
        read_control_totals(tmp_path)


def test_equal_values_do_not_differ_however_they_are_written() -> None:
    """455.50 is 455.5, and nothing is reported."""
    assert differences({"a": Decimal("455.50")}, {"a": Decimal("455.5")}) == []


def test_a_figure_that_differs_or_that_one_side_lacks_is_named_with_both() -> None:
    """Each difference says what was expected and what was found."""
    found = differences({"a": Decimal(1), "b": Decimal(2)}, {"b": Decimal(3), "c": Decimal(4)})
    assert [str(difference) for difference in found] == [
        "a: control total 1, ledger none",
        "b: control total 2, ledger 3",
        "c: control total none, ledger 4",
    ]
