"""A patron session is one visit, and never shorter than a gaming day (M46.4.session)."""

from datetime import timedelta

import pytest

from services.cashier.domain.patron import SESSIONS_KEPT
from tests.paper_cage import PaperCage, flags, last, names

pytestmark = pytest.mark.obligation("M46.4.session")
DAY = timedelta(days=1)


@pytest.fixture
def cage():
    return PaperCage()


def session_of(decision):
    return last(decision).exchange.patron_session_id


def test_without_recorded_visits_it_is_the_gaming_day(cage):
    """Midnight does not end it, the change of the gaming day does."""
    evening = cage.sell("p-1", 1_500_000)
    cage.at += timedelta(hours=8)  # 05:00 by the wall
    night = cage.sell("p-1", 400_000)
    cage.at += timedelta(hours=4)  # 09:00
    morning = cage.sell("p-1", 1_500_000)

    assert ["1998-06-30/1", "1998-06-30/1", "1998-07-01/1"] == [
        session_of(d) for d in (evening, night, morning)
    ]
    assert ["PatronSessionOpened", "ChipsSold"] == names(morning)


@pytest.mark.obligation("M46.4")
def test_a_visit_goes_on_past_the_change_of_the_gaming_day(cage):
    """Until the exit what was exchanged the day before counts, and crosses."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.at += DAY
    waiting = cage.sell("p-1", 1_500_000)

    assert (["IdentificationRequired"], "1998-06-30/1") == (names(waiting), session_of(waiting))


def test_an_exit_ends_it_with_the_gaming_day(cage):
    """Gone the day before and back the next day, the person begins anew."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.leaves("p-1", "1998-06-30")
    cage.at += DAY
    cage.enters("p-1", "1998-07-01")

    assert "1998-07-01/1" == session_of(cage.sell("p-1", 1_500_000))


def test_after_an_exit_nothing_goes_on_though_no_new_entrance_was_recorded(cage):
    """Who left yesterday and exchanges today without a visit is counted by the gaming day."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.leaves("p-1", "1998-06-30")
    cage.at += DAY

    assert "1998-07-01/1" == session_of(cage.sell("p-1", 1_500_000))


@pytest.mark.obligation("M46.4")
def test_leaving_and_returning_in_a_gaming_day_goes_on_with_it(cage):
    """A short exit is no new session, on the day of entry or on the day that a visit ran into."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.leaves("p-1", "1998-06-30")
    cage.enters("p-1", "1998-06-30")
    assert ["IdentificationRequired"] == names(cage.sell("p-1", 500_001))

    cage.at += DAY
    cage.leaves("p-1", "1998-07-01")
    cage.enters("p-1", "1998-07-01")  # in the gaming day of leaving: the visit goes on
    assert ["IdentificationRequired"] == names(cage.sell("p-1", 500_001))


def test_an_exchange_before_the_entrance_was_recorded_counts(cage):
    """A session is never shorter than its gaming day, whenever the visit was recorded."""
    cage.sell("p-1", 1_500_000)
    cage.enters("p-1", "1998-06-30")

    assert "1998-06-30/1" == session_of(cage.sell("p-1", 1_000))


def test_a_visit_names_its_session_by_the_day_it_began(cage):
    """The first exchange on the second day of a visit is of the session that began on the first."""
    cage.enters("p-1", "1998-06-30")
    cage.at += DAY

    assert "1998-06-30/1" == session_of(cage.sell("p-1", 1_000))


@pytest.mark.obligation("M46.4")
def test_a_late_fact_counts_where_it_happened(cage):
    """What an offline desk sends on of yesterday crosses yesterday, and leaves today as it is."""
    cage.sell("p-1", 1_500_000)
    cage.at += DAY
    cage.sell("p-1", 1_500_000)
    cage.at -= DAY
    told = cage.sell("p-1", 500_001, after=True)

    assert ("1998-06-30/1", [("identification_missed", "M46.4")]) == (
        session_of(told),
        flags(told),
    )
    cage.at += DAY
    assert ["ChipsSold"] == names(cage.sell("p-1", 500_000))


def test_a_fact_later_than_is_remembered_says_that_its_total_is_not_all(cage):
    """Once newer sessions pushed a day out, its late facts are recorded with an exception."""
    for _ in range(SESSIONS_KEPT + 1):
        cage.sell("p-1", 1_500_000)
        cage.at += DAY
    cage.at -= (SESSIONS_KEPT + 1) * DAY
    told = cage.sell("p-1", 500_001, after=True)

    assert ("1998-06-30/2", [("patron_session_forgotten", "M46.4")]) == (
        session_of(told),
        flags(told),
    )
