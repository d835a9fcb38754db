"""Licences: issued with their term, in force no longer than the law allows."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.compliance.domain.licence_terms import issued, months_after
from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.refusal import Refused
from tests.unit.compliance.paper_compliance import FULL, PROVISIONAL, book, issue, names, terms


def last_day(issued_on, kind):
    return issued(terms(issued_on=issued_on, kind=kind)).in_force_through


@pytest.mark.obligation("M16")
@pytest.mark.parametrize(
    ("issued_on", "last"),
    [("1998-06-30", "2003-06-29"), ("1996-02-29", "2001-02-28"), ("1998-01-01", "2002-12-31")],
)
def test_a_full_licence_lasts_five_years(issued_on, last):
    """It ends with the day before the fifth anniversary of its issue (M16.c)."""
    assert last_day(issued_on, FULL) == last


@pytest.mark.obligation("M15")
@pytest.mark.parametrize(
    ("issued_on", "last"),
    [
        ("1998-06-30", "1998-09-29"),
        ("1998-11-30", "1999-02-28"),
        ("1998-12-01", "1999-02-28"),
        ("1999-11-30", "2000-02-29"),
        ("1998-10-15", "1999-01-14"),
    ],
)
def test_a_provisional_licence_lasts_three_months(issued_on, last):
    """It ends with the day before the one of the same number three months on (M15.d)."""
    assert last_day(issued_on, PROVISIONAL) == last


@given(st.dates(date(1970, 1, 1), date(2999, 12, 31)), st.integers(0, 120))
def test_a_later_day_of_issue_never_ends_earlier(day, months):
    """Months end as the calendar has them, and no day of issue is at a disadvantage to the next."""
    ends = months_after(day, months)

    assert ends <= months_after(day + timedelta(days=1), months)
    assert ends.day in {day.day, 1}
    assert day + timedelta(days=28 * months) <= ends <= day + timedelta(days=31 * months + 1)


def test_a_licence_number_is_given_once():
    """Neither the same nor another employee gets a licence of a number that was given (M14)."""
    paper = book()
    paper.record(issue())

    for employee_id in ("e-1", "e-2"):
        with pytest.raises(Refused) as refused:
            paper.record(issue(employee_id=employee_id))
        assert refused.value.reason is ComplianceRefusal.LICENCE_ID_ALREADY_USED


@pytest.mark.parametrize(
    ("caller", "actor"), [("office-1", "office-1"), ("office-1", "e-1"), ("e-1", "office-1")]
)
def test_nobody_enters_the_own_licence(caller, actor):
    """Neither the caller nor the actor is the licensee; another officer is needed."""
    paper = book()
    paper.house.caller = caller

    with pytest.raises(Refused) as refused:
        paper.record(issue(actor, employee_id="office-1" if actor == caller else "e-1"))
    assert refused.value.reason is ComplianceRefusal.OWN_LICENCE
    assert names(paper.record(issue(actor, employee_id="e-2"))) == ["LicenceIssued"]


@pytest.mark.parametrize(
    ("given_terms", "reason"),
    [
        ({"kind": 0}, ComplianceRefusal.LICENCE_KIND_NOT_SAID),
        ({"functions": ()}, ComplianceRefusal.FUNCTIONS_NOT_SAID),
        ({"issued_on": "9998-01-01"}, ComplianceRefusal.ISSUE_DATE_OUT_OF_RANGE),
    ],
)
def test_a_licence_that_says_too_little_is_refused(given_terms, reason):
    """Kind, functions and a day that can be are part of every licence (M14)."""
    with pytest.raises(Refused) as refused:
        book().record(issue(**given_terms))

    assert refused.value.reason is reason
