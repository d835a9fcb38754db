"""Suspension: it takes a licence out of force for a time, and ends the work that rests on it."""

import pytest

from services.compliance.domain.refusals import (
    ComplianceException,
    ComplianceNotice,
    ComplianceRefusal,
)
from services.kernel.refusal import Refused
from tests.unit.compliance.paper_compliance import (
    book,
    codes,
    flags,
    issue,
    names,
    seconds,
    sign_off,
    sign_on,
    suspend,
)


@pytest.fixture
def paper():
    """Return a book in which e-1 holds a cashier's licence."""
    paper = book()
    paper.record(issue())
    return paper


def refused(paper, command):
    with pytest.raises(Refused) as refusal:
        paper.record(command)
    return refusal.value.reason


@pytest.mark.obligation("M18.7")
def test_a_suspended_licence_is_not_in_force_until_the_suspension_ends(paper):
    """Sign-ons are refused from its first second to its last, and pass again from the next."""
    paper.record(suspend(1, 3, received=2))

    assert names(paper.record(sign_on(hours=0.99))) == ["SignedOn"]
    paper.record(sign_off(hours=0.99))
    assert refused(paper, sign_on(hours=1)) is ComplianceRefusal.NOT_LICENSED
    assert refused(paper, sign_on(hours=2.99)) is ComplianceRefusal.NOT_LICENSED
    assert names(paper.record(sign_on(hours=3))) == ["SignedOn"]


@pytest.mark.obligation("M19")
def test_the_notice_ends_open_work_in_the_licences_functions(paper):
    """On receipt the person is signed off everywhere, and told so."""
    paper.record(sign_on(hours=-1))
    decision = paper.record(suspend(0, 48))

    assert names(decision) == ["LicenceSuspended", "SignedOff"]
    ended = decision.facts[1]
    assert (ended.stream, ended.event.place) == ("sign_on/e-1", "desk/desk-1")
    assert ended.event.by_suspension
    assert ended.event.signed_off_seconds == seconds(0)
    assert codes(decision) == [ComplianceNotice.SIGN_ON_ENDED]
    assert flags(decision) == []
    assert paper.house.stream("sign_on/e-1").open == ()


def test_signing_off_after_it_is_as_it_should_be(paper):
    """Who is sent home still signs off at the terminal: that is no exception."""
    paper.record(sign_on(hours=-1))
    paper.record(suspend(0, 48))

    assert flags(paper.record(sign_off(hours=0.1))) == []
    assert flags(paper.record(sign_off(hours=0.2))) == [("not_signed_on", "M8")]


@pytest.mark.obligation("M19")
def test_work_under_another_licence_goes_on(paper):
    """Only work that nothing else covers is ended."""
    paper.record(issue(licence_id="L-2", functions=("cashier", "inspector")))
    paper.record(sign_on(hours=-1))

    assert names(paper.record(suspend(0, 48))) == ["LicenceSuspended"]


@pytest.mark.obligation("M19")
@pytest.mark.parametrize(
    ("start", "signed_off", "is_flagged"),
    [(-2, None, True), (-1, None, True), (0, None, False), (-2, -1.5, True), (-0.5, -1, False)],
)
def test_work_between_the_suspensions_start_and_the_receipt_is_an_exception(
    paper, start, signed_off, is_flagged
):
    """The employee worked from three hours before the receipt on, perhaps to an earlier end."""
    paper.record(sign_on(hours=-3))
    if signed_off is not None:
        paper.record(sign_off(hours=signed_off))

    decision = paper.record(suspend(start, 48))

    expected = [(ComplianceException.WORKED_WHILE_SUSPENDED, "M19")] if is_flagged else []
    assert flags(decision) == expected


def test_work_in_other_functions_is_no_concern_of_it(paper):
    """A licence covers its own functions, and its suspension no others."""
    paper.record(issue(licence_id="L-2", functions=("inspector",)))
    paper.record(sign_on(function="inspector", place="floor/1", hours=-1))
    decision = paper.record(suspend(-2, 48))

    assert names(decision) == ["LicenceSuspended"]
    assert flags(decision) == []


@pytest.mark.obligation("M19")
def test_a_notice_holds_from_its_receipt_though_the_suspension_begins_later(paper):
    """Open work ends and later sign-ons are refused from the moment of the receipt."""
    paper.record(sign_on(hours=-1))
    assert names(paper.record(suspend(5, 48))) == ["LicenceSuspended", "SignedOff"]

    assert refused(paper, sign_on(hours=1)) is ComplianceRefusal.NOT_LICENSED
    assert refused(paper, sign_on(hours=47)) is ComplianceRefusal.NOT_LICENSED
    assert names(paper.record(sign_on(hours=48))) == ["SignedOn"]


def test_a_suspension_that_is_over_ends_nothing(paper):
    """A notice that comes late changes what was, not what is."""
    paper.record(sign_on(hours=-1))

    assert names(paper.record(suspend(-48, -24))) == ["LicenceSuspended"]


@pytest.mark.obligation("M18.4")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (suspend(0, 0), ComplianceRefusal.SUSPENSION_PERIOD_EMPTY),
        (suspend(2, 1), ComplianceRefusal.SUSPENSION_PERIOD_EMPTY),
        (suspend(0, 1, ground=""), ComplianceRefusal.SUSPENSION_GROUND_NOT_SAID),
        (suspend(0, 1, licence_id="L-9"), ComplianceRefusal.LICENCE_NOT_KNOWN),
        (suspend(0, 1, employee_id="e-9"), ComplianceRefusal.LICENCE_NOT_KNOWN),
    ],
)
def test_a_notice_names_licence_period_and_ground(paper, command, reason):
    """What names none of them is refused, though it tells of what has happened."""
    assert refused(paper, command) is reason
