"""Patron sessions: totals of each direction, and which are over the limit (M46.4)."""

from fractions import Fraction

import pytest
from countroom.audit.v1.patron_session_questions_pb2 import ListPatronSessions
from countroom.cashier.v1.exchange_pb2 import Direction
from countroom.ledger.v1.event_pb2 import BookSequence

from tests.integration.audit.pages import CASINO

PURCHASE, CASH_OUT = Direction.DIRECTION_PURCHASE, Direction.DIRECTION_CASH_OUT


def exact(total):
    return Fraction(total.exact_minor.numerator, total.exact_minor.denominator)


def sessions(asker, **given):
    return asker.ask("ListPatronSessions", ListPatronSessions(casino_id=CASINO, **given))


def test_each_session_tells_both_directions(asker):
    """Five people, one session each; what was given up, waits or was reversed counts nothing."""
    answer = sessions(asker)
    found = {s.person: (exact(s.purchases), exact(s.cash_outs)) for s in answer.patron_sessions}

    assert answer.patron_session_count == 5
    assert found == {
        "p-1": (2_100_000, 300_000),
        "p-2": (0, 0),
        "p-3": (2_100_000, 0),
        "p-4": (Fraction(640_064, 10), 0),
        "p-5": (0, 0),
    }


@pytest.mark.obligation("M46.4")
def test_sessions_over_the_limit_are_listed_and_counted(asker):
    """Over 2,000.000 in purchases: the two who are, one of them identified."""
    answer = sessions(asker, direction=PURCHASE)

    assert [(s.person, s.purchases.identified) for s in answer.patron_sessions] == [
        ("p-1", True),
        ("p-3", False),
    ]
    assert answer.patron_session_count == 2
    assert all(s.purchases.over_limit for s in answer.patron_sessions)
    assert sessions(asker, direction=CASH_OUT).patron_session_count == 0


def test_over_is_strictly_more_than_the_amount_given(asker):
    """2,100.000 are over 2,099.999 and not over 2,100.000."""
    assert sessions(asker, direction=PURCHASE, over_minor=2_099_999).patron_session_count == 2
    assert sessions(asker, direction=PURCHASE, over_minor=2_100_000).patron_session_count == 0


def test_sessions_are_as_they_stood_at_an_earlier_vector(asker):
    """At sequence 9 only the first purchase has been made; the streams' later row is not shown."""
    known = [BookSequence(book=f"{CASINO}/cashier", sequence=9)]
    (session,) = sessions(asker, as_known_at=known).patron_sessions

    assert session.purchases.exact_minor.numerator == 1_500_000
    assert not session.purchases.over_limit
    assert not session.is_recomputed


def test_desk_and_streams_agree_on_what_counts(asker):
    """The total that the desk held against the limit is the one that the streams find."""
    by_person = {s.person: s for s in sessions(asker).patron_sessions}
    bought = by_person["p-3"].purchases

    assert bought.decided_minor == bought.recomputed_minor == bought.exact_minor
    assert by_person["p-1"].is_recomputed
    assert not by_person["p-1"].totals_differ


def test_pages_of_sessions_keep_the_count(asker):
    """Two at a time, five in all."""
    first = sessions(asker, page_size=2)
    second = sessions(asker, page_size=2, cursor=first.next_cursor)
    third = sessions(asker, page_size=2, cursor=second.next_cursor)
    persons = [s.person for a in (first, second, third) for s in a.patron_sessions]

    assert persons == ["p-1", "p-2", "p-3", "p-4", "p-5"]
    assert {first.patron_session_count, third.patron_session_count} == {5}
    assert not third.next_cursor
