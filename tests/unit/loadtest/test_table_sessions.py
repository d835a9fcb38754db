"""Reading table-sessions.csv."""

from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest

from loadtest.replay.bad_input import BadInput, Reason
from loadtest.replay.table_sessions import FILE_NAME, read_table_sessions

HEAD = "table,player,started,ended,cash_buy_in,chips_buy_in,cash_out,player_lost"
ROW = "BJ-3,Player 1,2019-01-31T23:50:00,2019-02-01T00:20:00,750,0,455.5,294.5"


def folder_with(folder: Path, *lines: str) -> Path:
    (folder / FILE_NAME).write_text("\n".join(lines) + "\n")
    return folder


def test_rows_that_repeat_to_the_letter_are_two(tmp_path: Path) -> None:
    """Each row counts under its own number, though another says the same."""
    rows = read_table_sessions(folder_with(tmp_path, HEAD, ROW, ROW))
    assert [row.number for row in rows] == [1, 2]
    assert rows[0].cash_out == Decimal("455.5")


def test_a_session_belongs_to_its_game_and_to_the_month_it_began_in(tmp_path: Path) -> None:
    """A session over midnight of the last of January at BJ-3 is of 2019-01 and BJ."""
    (row,) = read_table_sessions(folder_with(tmp_path, HEAD, ROW))
    assert (row.game, row.month) == ("BJ", "2019-01")
    assert row.ended == datetime(2019, 2, 1, 0, 20)  # noqa: DTZ001 - a wall clock without a zone


def test_other_columns_may_be_there(tmp_path: Path) -> None:
    """Columns that are not read, in any order, are passed over."""
    lines = (f"{HEAD},weather", f"{ROW},rain")
    assert len(read_table_sessions(folder_with(tmp_path, *lines))) == 1


@pytest.mark.parametrize(
    ("lines", "reason", "named"),
    [
        ((HEAD.replace(",cash_out", ""), ROW), Reason.COLUMN_MISSING, "cash_out"),
        ((HEAD, ROW, ROW.replace("750", "many")), Reason.VALUE_UNREADABLE, "row 2 (line 3)"),
        ((HEAD, ROW.replace("750", "-750")), Reason.VALUE_UNREADABLE, "cash_buy_in='-750'"),
        ((HEAD, ROW.replace("750", "NaN")), Reason.VALUE_UNREADABLE, "cash_buy_in='NaN'"),
        ((HEAD, ROW.replace("750", "")), Reason.VALUE_UNREADABLE, "nothing in cash_buy_in"),
        ((HEAD, "BJ-3,Player 1"), Reason.VALUE_UNREADABLE, "nothing in started"),
        ((HEAD, ROW.replace("T23:50", "T25:50")), Reason.VALUE_UNREADABLE, "started="),
        ((HEAD, ROW.replace("50:00", "50:00+01:00")), Reason.VALUE_UNREADABLE, "zone"),
        ((HEAD,), Reason.FILE_EMPTY, FILE_NAME),
    ],
)
def test_what_can_t_be_read_is_said_with_its_place(
    tmp_path: Path, lines: tuple[str, ...], reason: Reason, named: str
) -> None:
    """A missing column or a bad value is named, with its row and line, and nothing is replayed."""
    with pytest.raises(BadInput) as caught:
        read_table_sessions(folder_with(tmp_path, *lines))
    assert caught.value.reason == reason
    assert named in str(caught.value)


def test_a_folder_without_the_file_is_said_so(tmp_path: Path) -> None:
    """A folder that has no such file is refused with what to do."""
    with pytest.raises(BadInput, match="DATA=<folder>"):
        read_table_sessions(tmp_path)


def test_a_file_that_is_no_text_is_said_so(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are refused as such."""
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput) as caught:
        read_table_sessions(tmp_path)
    assert caught.value.reason == Reason.FILE_UNREADABLE
