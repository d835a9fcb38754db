"""Golden values are added to, and never changed."""

import json

import pytest

from tests.contract import golden, make_golden
from tests.contract.golden import FOLDER, Changed, keep, with_new


def test_a_new_name_is_added_and_the_old_ones_stay():
    """What was kept is kept beside what is new."""
    assert with_new({"a": 1}, {"a": 1, "b": 2}) == ({"a": 1, "b": 2}, ["b"])
    assert with_new({"a": 1}, {}) == ({"a": 1}, [])


def test_a_kept_name_never_gets_another_value():
    """The names that would change are told, and nothing is written."""
    with pytest.raises(Changed, match="a"):
        with_new({"a": 1, "c": 3}, {"a": 2, "b": 2, "c": 3})


def test_making_golden_values_leaves_a_kept_one_alone(tmp_path, monkeypatch, capsys):
    """The command names what differs, ends with 1, and the file is as it was."""
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(make_golden, "KINDS", {"sums": lambda: [("0.1.0/sum", 5)]})
    golden.kept.cache_clear()
    (tmp_path / "sums.json").write_text('{"0.1.0/sum": 4}')

    assert make_golden.main() == 1
    assert "0.1.0/sum" in capsys.readouterr().err
    assert json.loads((tmp_path / "sums.json").read_text()) == {"0.1.0/sum": 4}
    golden.kept.cache_clear()


def test_a_first_golden_value_makes_its_file(tmp_path, monkeypatch):
    """A kind that is new begins with what today's code writes."""
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    golden.kept.cache_clear()

    assert keep("sums", {"0.1.0/sum": 4}) == ["0.1.0/sum"]
    assert json.loads((tmp_path / "sums.json").read_text()) == {"0.1.0/sum": 4}
    golden.kept.cache_clear()


def test_every_golden_file_is_one_that_the_command_makes():
    """No file of golden values lies about that nothing reads."""
    assert {file.stem for file in FOLDER.glob("*")} == set(make_golden.KINDS)
