"""The oracle runner: cases through the deciders, and a last line that a program can read."""

import json

import pytest

from tests.oracles.__main__ import main

NOTHING_DUE = {"identify": False, "record": False, "suspicion": False}
DUE = {"identify": True, "record": True, "suspicion": False}


def exchange(lira, instrument="cash", direction="buy", person="P1", session="s1"):
    return {
        "person": person,
        "session": session,
        "direction": direction,
        "instrument": instrument,
        "lm_exact": lira,
    }


def case(transactions, expected, due=(), title="a case", case_id="T1"):
    return {
        "id": case_id,
        "title": title,
        "transactions": transactions,
        "expected": expected,
        "identification_due": [
            {"at_transaction": at, "person": person, "provision": provision}
            for at, person, provision in due
        ],
    }


@pytest.fixture
def run(tmp_path, capsys):
    def run(*cases, **content):
        path = tmp_path / "cases.json"
        path.write_text(json.dumps({"_units": "lira", "cases": cases} | content))
        code = main([f"CASES={path}"])
        return code, capsys.readouterr().out.splitlines()

    return run


PASSING = {
    "the limit": case([exchange("2000")], NOTHING_DUE),
    "one mil over": case([exchange("2000001/1000")], DUE, [(0, "P1", "46(1)")]),
    "a cheque": case([exchange("2500", "cheque")], DUE, [(0, "P1", "46(1)")]),
    "aggregate over desks": case(
        [exchange("1500", "cash, desk 1"), exchange("501", "cash, desk 2")],
        DUE,
        [(1, "P1", "46(4)+46(1)")],
    ),
    "cash-outs together": case(
        [exchange("100"), *[exchange("1100", direction="cashout")] * 2],
        DUE | {"winnings_to_show": "2100"},
        [(2, "P1", "46(4)+46(2)")],
    ),
    "both directions apart": case(
        [exchange("1500"), exchange("1500", direction="cashout")], NOTHING_DUE
    ),
    "two persons": case([exchange("1500"), exchange("1500", person="P2")], NOTHING_DUE),
    "another person's chips": case(
        [exchange("3000"), exchange("3000", direction="cashout", person="P2")],
        {"identify": True, "record": True, "suspicion": True, "winnings_to_show": "3000"},
        [(0, "P1", "46(1)"), (1, "P2", "46(2)")],
    ),
    "two days": case(
        [exchange("1500", session="day1"), exchange("1500", session="day2")], NOTHING_DUE
    ),
    "back in the first visit's session": case(
        [exchange("1500"), exchange("1500", session="s2"), exchange("501", session="s1")],
        DUE,
        [(2, "P1", "46(4)+46(1)")],
    ),
    "pounds unrounded": case(
        [exchange("1250004/625", "cash GBP 3,125.01 at Lm0.64")], DUE, [(0, "P1", "46(1)")]
    ),
    "a third of a mil over": case(
        [exchange("6000001/3000", "cash USD")], DUE, [(0, "P1", "46(1)")]
    ),
    "two currencies": case(
        [exchange("1001", "cash USD"), exchange("9995/10", "cash DEM")],
        DUE,
        [(1, "P1", "46(4)+46(1)")],
    ),
    "reversed at once": case(
        [exchange("1500", "cash, reversed", "other"), exchange("1200")], NOTHING_DUE
    ),
    "reversed later": case(
        [exchange("1500"), exchange("1500", "reversal of transaction 0", "other"), exchange("1")],
        NOTHING_DUE,
    ),
    "no document": case(
        [exchange("2400")],
        DUE | {"complete_exchange": False, "suspicion": "consider"},
        [(0, "P1", "46(1)")],
        title="refuses to show a document",
    ),
    "just under on many days": case(
        [exchange("1990", session=f"day{n}") for n in range(1, 9)],
        {"identify": True, "record": True, "suspicion": True},
    ),
}


@pytest.mark.parametrize("name", PASSING)
def test_a_case_as_the_law_has_it_passes(run, name):
    """The deciders come to what the case expects, and the run ends well."""
    code, lines = run(PASSING[name])

    assert (0, "1 passed, 0 failed, 0 skipped") == (code, lines[-1]), lines


@pytest.mark.parametrize(
    ("expected", "due", "line"),
    [
        (NOTHING_DUE, [(0, "P1", "46(1)")], "FAILED T1 identify: expected False, found True"),
        (DUE, [], "FAILED T1 identification_due: expected [], found [(0, 'P1', '46(1)')]"),
        (
            DUE | {"complete_exchange": False},
            [(0, "P1", "46(1)")],
            "FAILED T1 complete_exchange: expected False, found True",
        ),
    ],
)
def test_a_case_that_differs_fails_with_both_values(run, expected, due, line):
    """A wrong answer is printed beside what was found, and the run ends badly."""
    code, lines = run(case([exchange("2001")], expected, due))

    assert (1, "0 passed, 1 failed, 0 skipped") == (code, lines[-1])
    assert line in lines


def test_a_case_without_its_command_is_skipped_and_named(run):
    """What can't be told to the ledger yet is neither passed nor failed."""
    by_card = case([exchange("100"), exchange("2100", "credit card")], DUE)
    code, lines = run(by_card)

    assert ["skipped T1: there is no card payment for chips (M37.2) yet"] == lines[:1]
    assert (0, "0 passed, 0 failed, 1 skipped") == (code, lines[-1])


def test_verdicts_in_words_are_counted_as_not_compared(run):
    """A sentence is no figure: it is left out and counted."""
    _, lines = run(case([exchange("100")], NOTHING_DUE | {"cross_reference": "not due"}))

    assert ["1 verdicts in words not compared", "1 passed, 0 failed, 0 skipped"] == lines


def test_cases_of_another_shape_are_skipped_by_name(run):
    """Whatever a file holds, each of its cases is named."""
    code, lines = run({"id": "C02", "kind": "table"}, rows_apart={"rows": [{"keep": 5}]})

    assert 0 == code
    assert ["C02", "rows_apart[0]"] == [line.split()[1].rstrip(":") for line in lines[:2]]
    assert "0 passed, 0 failed, 2 skipped" == lines[-1]


def test_a_case_that_lacks_a_part_fails(run):
    """A case that can't be read is no pass and no crash."""
    broken = case([{"person": "P1"}], NOTHING_DUE)
    code, lines = run(broken)

    assert (1, "0 passed, 1 failed, 0 skipped") == (code, lines[-1])
    assert "shape" in lines[0]


@pytest.mark.parametrize("content", [None, "no json", "[]", '{"_source": "x"}'])
def test_a_file_without_cases_is_a_clear_error(tmp_path, capsys, content):
    """The path and what to do are said, and the run ends with its own code."""
    path = tmp_path / "cases.json"
    if content is not None:
        path.write_text(content)

    assert 2 == main([str(path)])
    assert str(path) in capsys.readouterr().err
