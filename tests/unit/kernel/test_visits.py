"""Visits: from entry to exit, never shorter than known, ended by the next where an exit lacks."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.visits import VISITS_KEPT, entered, left, moved

pytestmark = pytest.mark.obligation("M46.4.session")
MOVES = {"in": entered, "out": left}


def at(hours):
    return datetime(1998, 6, 30, tzinfo=UTC) + timedelta(hours=hours)


def after(*told):
    """Return the visits after ("in" or "out", hours since 30 June) in the order of telling."""
    visits = ()
    for way, hours in told:
        moment = at(hours)
        change = MOVES[way](visits, int(moment.timestamp()) * 1_000_000, str(moment.date()))
        visits = moved(visits, change)
    return visits


def days(visits):
    """Return (first day, last day, inside) of each."""
    return [
        (int(v.entered_gaming_day[-2:]), int(v.last_gaming_day[-2:]), v.is_inside) for v in visits
    ]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ([("in", 20)], [(30, 30, True)]),
        ([("in", 20), ("out", 33)], [(30, 1, False)]),
        ([("in", 20), ("out", 33), ("in", 40)], [(30, 1, True)]),
        ([("in", 20), ("out", 33), ("in", 40), ("in", 41)], [(30, 1, True)]),
        ([("in", 20), ("out", 23), ("in", 33)], [(30, 30, False), (1, 1, True)]),
    ],
    ids=["entry", "past midnight", "back that day", "let in twice", "back the next day"],
)
def test_a_visit_lasts_from_entry_to_exit(told, found):
    """Whoever comes back in a gaming day that it touches goes on with it; on a later one begins."""
    assert days(after(*told)) == found


def test_without_an_exit_it_ends_when_the_person_is_let_in_on_a_later_day():
    """It lasts to the day before, and one visit is not made of all that follow."""
    assert days(after(("in", 20), ("in", 20 + 72))) == [(30, 2, True), (3, 3, True)]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ([("in", 44), ("out", 43)], [(1, 1, True)]),
        ([("in", 20), ("in", 23), ("out", 22)], [(30, 30, True)]),
        ([("in", 20), ("out", 23), ("in", 22)], [(30, 30, False)]),
        ([("in", 44), ("in", 20), ("out", 23)], [(30, 30, False), (1, 1, True)]),
        ([("in", 44), ("in", 20), ("out", 33)], [(30, 1, False), (1, 1, True)]),
        ([("in", 20), ("in", 92), ("out", 23)], [(30, 2, False), (3, 3, True)]),
    ],
    ids=[
        "an exit of before", "an exit before the return", "an entry before the exit",
        "an older visit", "an older visit into the newer's day", "an exit that was missing",
    ],
)  # fmt: skip
def test_what_is_told_late_finds_its_place(told, found):
    """It changes nothing of a newer visit, and takes no day away that may have been counted."""
    assert days(after(*told)) == found


def test_an_exit_without_an_entry_makes_no_visit_and_prolongs_none():
    """Gone once, and seen to go again days later: in between nobody knows."""
    assert days(after(("out", 20))) == []
    assert days(after(("in", 20), ("out", 23), ("out", 95))) == [(30, 30, False)]


@given(st.lists(st.tuples(st.sampled_from(["in", "out"]), st.integers(0, 200)), max_size=25))
def test_the_days_of_visits_only_grow(told):
    """Whatever is told, in whatever order: in order of entry, apart, and none loses a day."""
    for number in range(1, len(told) + 1):
        before, now = after(*told[: number - 1]), after(*told[:number])
        assert len(now) <= VISITS_KEPT
        assert list(now) == sorted(now, key=lambda visit: visit.entered_us)
        for one, other in pairwise(now):
            assert one.entered_gaming_day < other.entered_gaming_day
            assert one.last_gaming_day <= other.entered_gaming_day
        for visit in before[len(before) + 1 - VISITS_KEPT :]:
            assert any(
                v.entered_gaming_day == visit.entered_gaming_day
                and v.last_gaming_day >= visit.last_gaming_day
                for v in now
            )
