"""Signing on: nobody works in a function without a licence in force that covers it."""

import pytest

from services.compliance.domain.refusals import ComplianceException, ComplianceRefusal
from services.kernel.refusal import Refused
from tests.unit.compliance.paper_compliance import (
    PROVISIONAL,
    book,
    flags,
    issue,
    names,
    sign_off,
    sign_on,
)


def licensed(**given):
    paper = book()
    paper.record(issue(**given))
    return paper


def refused(paper, command):
    with pytest.raises(Refused) as refusal:
        paper.record(command)
    return refusal.value.reason


@pytest.mark.obligation("M8")
def test_a_licensed_employee_signs_on():
    """A licence in force that covers the function is enough."""
    decision = licensed().record(sign_on())

    assert names(decision) == ["SignedOn"]
    assert flags(decision) == []


@pytest.mark.obligation("M8")
@pytest.mark.parametrize(
    ("licence", "command"),
    [
        ({"functions": ("inspector",)}, sign_on()),
        ({"employee_id": "e-2"}, sign_on()),
        ({"issued_on": "1998-07-01"}, sign_on()),
        ({"issued_on": "1993-06-30"}, sign_on()),
        ({"issued_on": "1998-03-30", "kind": PROVISIONAL}, sign_on()),
    ],
)
def test_without_a_licence_in_force_for_it_nobody_signs_on(licence, command):
    """Another function, another's licence, one of tomorrow, one of yesterday: all are refused."""
    assert refused(licensed(**licence), command) is ComplianceRefusal.NOT_LICENSED


@pytest.mark.obligation("M8")
@pytest.mark.parametrize(
    "licence",
    [{"issued_on": "1998-06-30"}, {"issued_on": "1993-07-01"}],
)
def test_the_first_and_the_last_day_are_in_force(licence):
    """The days at both ends of a licence count by the casino's wall clock."""
    assert names(licensed(**licence).record(sign_on())) == ["SignedOn"]


def test_the_day_is_the_casinos_own():
    """At 00:30 in Malta it is the next day there, though not yet in Greenwich."""
    paper = licensed(issued_on="1998-07-01")

    assert refused(paper, sign_on(hours=2.9)) is ComplianceRefusal.NOT_LICENSED
    assert names(paper.record(sign_on(hours=3.1))) == ["SignedOn"]


@pytest.mark.obligation("M15")
def test_the_full_licence_ends_the_provisional_one():
    """From the day of the full licence's issue the provisional one covers nothing any more."""
    paper = licensed(functions=("cashier", "dealer"), kind=PROVISIONAL)
    paper.record(issue(licence_id="L-2", issued_on="1998-07-01"))

    assert names(paper.record(sign_on(function="dealer"))) == ["SignedOn"]
    later = sign_on(function="dealer", place="table/BJ-07", hours=24)
    assert refused(paper, later) is ComplianceRefusal.NOT_LICENSED


@pytest.mark.obligation("M8")
def test_work_already_done_is_recorded_and_flagged():
    """After the fact nothing is refused: the work is an exception."""
    decision = book().record(sign_on(after=True))

    assert names(decision) == ["SignedOn"]
    assert flags(decision) == [(ComplianceRefusal.NOT_LICENSED, "M8")]


@pytest.mark.parametrize("place", ["desk/desk-1", "desk/desk-2"])
def test_nobody_works_at_two_places_at_once(place):
    """A second sign-on is refused, there or elsewhere; after the fact it is an exception."""
    paper = licensed()
    paper.record(sign_on())

    assert refused(paper, sign_on(place=place)) is ComplianceRefusal.ALREADY_SIGNED_ON
    decision = paper.record(sign_on(place=place, hours=1, after=True))
    assert flags(decision) == [(ComplianceRefusal.ALREADY_SIGNED_ON, "M8")]


def test_after_signing_off_one_may_sign_on_again():
    """Work at a place ends with its sign-off."""
    paper = licensed()
    paper.record(sign_on())
    assert flags(paper.record(sign_off(hours=1))) == []

    assert names(paper.record(sign_on(hours=2))) == ["SignedOn"]


def test_signing_off_where_one_never_signed_on_is_an_exception():
    """Somebody worked there, and nobody knows since when."""
    decision = licensed().record(sign_off())

    assert names(decision) == ["SignedOff"]
    assert flags(decision) == [(ComplianceException.NOT_SIGNED_ON, "M8")]
