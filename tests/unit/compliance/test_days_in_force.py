"""A licence by the calendar: leap days, month ends and ends of years against plain dates."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.refusal import Refused
from tests.given import header
from tests.unit.compliance.paper_compliance import FULL, PROVISIONAL, book, issue, names, sign_on

MALTA = ZoneInfo("Europe/Malta")
ODD_DAYS = st.sampled_from(
    [(2, 28), (3, 1), (1, 31), (5, 31), (8, 31), (11, 30), (12, 1), (12, 31)]
)
ISSUED = st.one_of(
    st.dates(date(1975, 1, 1), date(2090, 12, 31)),
    st.builds(lambda year, day: date(year, *day), st.integers(1975, 2090), ODD_DAYS),
    st.integers(494, 522).map(lambda fourth: date(4 * fourth, 2, 29)),
)


def nominal(day, months):
    """Return (year, month, day) so many months on, whether the calendar has it or not."""
    years, month = divmod(day.month - 1 + months, 12)
    return (day.year + years, month + 1, day.day)


@pytest.mark.obligation("M15")
@pytest.mark.obligation("M16")
@settings(deadline=None)
@given(
    issued_on=ISSUED,
    kind=st.sampled_from([(FULL, 60), (PROVISIONAL, 3)]),
    near_end=st.booleans(),
    days=st.integers(-3, 3),
    hour=st.integers(0, 23),
)
def test_a_licence_is_in_force_from_its_issue_to_the_eve_of_the_same_date(
    issued_on, kind, near_end, days, hour
):
    """It lasts until, in order of dates, the one months on is reached: there or not."""
    kind, months = kind
    ends = nominal(issued_on, months)
    about = date(ends[0], ends[1], 1) + timedelta(days=ends[2] - 1) if near_end else issued_on
    day = about + timedelta(days=days)
    paper = book()
    paper.record(issue(issued_on=issued_on.isoformat(), kind=kind))
    command = sign_on()
    moment = datetime(day.year, day.month, day.day, hour, 30, tzinfo=MALTA)
    command.header.CopyFrom(header(2, "e-1", moment))

    if issued_on <= day and (day.year, day.month, day.day) < ends:
        assert ["SignedOn"] == names(paper.record(command))
    else:
        with pytest.raises(Refused, match=ComplianceRefusal.NOT_LICENSED):
            paper.record(command)
