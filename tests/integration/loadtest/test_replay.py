"""A replay through the whole ledger, with figures that were added up by hand."""

import json

import pytest

HEAD = "table,player,started,ended,minutes,cash_buy_in,chips_buy_in,cash_out,player_lost\n"
# Three players. One buys 1,500 twice in a gaming day that ends at 08:00 the next; one is over
# the limit alone; two rows are the same to the letter; one session ends in the next month.
ROWS = """\
BJ-1,Player 7,2019-01-31T10:00:00,2019-01-31T11:00:00,60,1500,0,400.5,1099.5
AR-2,Player 7,2019-02-01T07:30:00,2019-02-01T09:00:00,90,1500,100,0,1600
BJ-1,Player 8,2019-01-31T23:30:00,2019-02-01T00:30:00,60,2000.01,0,3000,-999.99
BJ-3,Player 9,2019-02-02T12:00:00,2019-02-02T12:00:00,0,0,0,0,0
BJ-3,Player 9,2019-02-02T12:00:00,2019-02-02T12:00:00,0,0,0,0,0
"""


def group(sessions, cash_buy_in, chips_buy_in, cash_out, player_lost):
    return {
        "sessions": sessions,
        "cash_buy_in": cash_buy_in,
        "chips_buy_in": chips_buy_in,
        "cash_out": cash_out,
        "player_lost": player_lost,
    }


TOTALS = {
    "tables": {
        "2019-01 BJ": group(2, "3500.01", "0", "3400.5", "99.51"),
        "2019-02 AR": group(1, "1500", "100", "0", "1600"),
        "2019-02 BJ": group(2, "0", "0", "0", "0"),
    },
    "table_sessions_with_cash_buy_in_over_2000": 1,
    "player_days_from_08:00_with_cash_buy_in_over_2000": 2,
    "player_days": 3,
    "slots": {},
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "table-sessions.csv").write_text(HEAD + ROWS)
    (tmp_path / "control-totals.json").write_text(json.dumps(TOTALS))
    return tmp_path


@pytest.mark.obligation("M46.4")
def test_a_file_is_replayed_once_and_its_figures_come_back(ledger, run, folder):
    """Every figure is equal, three identifications are met, and a second replay adds nothing."""
    first = run("loadtest.replay", f"DATA={folder}")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "10 commands new, 0 replayed, 0 refused" in first.stdout
    assert "identifications met: 3" in first.stdout
    assert "not compared: slots" in first.stdout
    assert "18 control figures compared through the audit API: all equal" in first.stdout
    second = run("loadtest.replay", "--data", str(folder))
    assert second.returncode == 0, second.stdout + second.stderr
    assert "0 commands new, 10 replayed, 0 refused" in second.stdout


def test_a_figure_that_differs_is_printed_and_the_status_says_so(ledger, run, folder):
    """A control total that is a cent off is named with both values, and the status is 1."""
    wrong = TOTALS | {
        "tables": TOTALS["tables"] | {"2019-02 AR": group(1, "1500.01", "100", "0", "1600")}
    }
    (folder / "control-totals.json").write_text(json.dumps(wrong))
    ran = run("loadtest.replay", DATA=str(folder))
    assert ran.returncode == 1
    assert "differs  2019-02 AR cash_buy_in: control total 1500.01, ledger 1500" in ran.stdout


def test_input_that_can_t_be_replayed_is_refused_before_anything_is_sent(run, folder):
    """A missing column is named with status 2, without any ledger running."""
    (folder / "table-sessions.csv").write_text("table,player\nBJ-1,Player 7\n")
    ran = run("loadtest.replay", "--data", str(folder))
    assert ran.returncode == 2
    assert ran.stderr.startswith("column_missing:")
