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


@pytest.mark.obligation("M46.4")
def test_late_facts_of_days_long_past_push_out_no_newer_session(cage):
    """Whatever an offline desk sends on, what was exchanged today goes on to count."""
    cage.sell("p-1", 1_500_000)
    for days_ago in range(2, 2 + 2 * SESSIONS_KEPT):
        cage.at -= days_ago * DAY
        cage.sell("p-1", 1_000, after=True)
        cage.at += days_ago * DAY

    assert ["IdentificationRequired"] == names(cage.sell("p-1", 500_001))


@pytest.mark.obligation("M46.4")
def test_a_late_fact_of_an_older_visit_counts_in_it(cage):
    """The visit ran over two days; the person has come and gone since."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.at += DAY
    cage.leaves("p-1", "1998-07-01")
    cage.at += DAY
    cage.enters("p-1", "1998-07-02")
    cage.sell("p-1", 1_000)
    cage.at -= DAY
    told = cage.sell("p-1", 500_001, after=True)

    assert ("1998-06-30/1", [("identification_missed", "M46.4")]) == (session_of(told), flags(told))


@pytest.mark.obligation("M46.4")
def test_a_visit_without_an_exit_ends_when_the_person_is_let_in_again(cage):
    """Until then it goes on, whatever is told late of it; from that day on there is a new one."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.at += 3 * DAY
    cage.enters("p-1", "1998-07-03")
    today = cage.sell("p-1", 1_500_000)
    cage.at -= DAY
    told = cage.sell("p-1", 500_001, after=True)

    assert ["PatronSessionOpened", "ChipsSold"] == names(today)
    assert ["1998-07-03/1", "1998-06-30/1"] == [session_of(today), session_of(told)]
    assert [("identification_missed", "M46.4")] == flags(told)


@pytest.mark.obligation("M46.4")
def test_what_was_exchanged_on_the_day_of_the_new_visit_counts_in_it(cage):
    """A session is never shorter than the gaming day: a visit that ended in it counts."""
    cage.enters("p-1", "1998-06-30")
    cage.at += DAY
    cage.sell("p-1", 1_500_000)
    cage.enters("p-1", "1998-07-01")

    assert ["IdentificationRequired"] == names(cage.sell("p-1", 500_001))


@pytest.mark.obligation("M46.4")
def test_who_is_let_in_under_another_token_has_left_under_the_first(cage):
    """A missing exit under one token does not hold open what the person's newer visit ended."""
    cage.sell("p-1", 1_000, document="doc-1")
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_500_000)
    cage.at += 2 * DAY
    cage.enters("p-2", "1998-07-02")
    cage.sell("p-2", 1_000, document="doc-1")

    assert ["PatronSessionOpened", "ChipsSold"] == names(cage.sell("p-1", 1_500_000))[-2:]
