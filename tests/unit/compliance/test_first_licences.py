"""A new casino's first licences: one operator proposes, another confirms, each in person."""

import pytest
from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1.compliance_service_pb2 import (
    ConfirmFirstLicences,
    ProposeFirstLicences,
)

from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.refusal import Refused
from tests.given import command_id
from tests.unit.compliance.paper_compliance import (
    PROVISIONAL,
    at,
    issue,
    names,
    new_book,
    sign_on,
    terms,
)

ONE = terms("e-1", "L-1")
TWO = terms("e-2", "P-2", ("inspector",), "1998-06-30", PROVISIONAL)


class Operators:
    """A new casino's book, and the words that operators say to it."""

    def __init__(self):
        self.book = new_book()

    def propose(self, *licences, number=1, caller="operator-1", after=False):
        self.book.house.caller = caller
        command = ProposeFirstLicences(header=at(number, after=after), licences=licences)
        return self.book.record(command)

    def confirm(self, proposal=1, number=90, caller="operator-2", *, after=False):
        self.book.house.caller = caller
        command = ConfirmFirstLicences(
            header=at(number, after=after), proposal_id=command_id(proposal)
        )
        return self.book.record(command)


@pytest.fixture
def operators():
    return Operators()


def refused(reason, call, *arguments, **given):
    with pytest.raises(Refused) as refusal:
        call(*arguments, **given)
    assert refusal.value.reason is reason


def test_a_proposal_waits_for_another_operator(operators):
    """It holds what was proposed and by whom, and issues nothing."""
    decision = operators.propose(ONE, TWO)

    assert [fact.event for fact in decision.facts] == [
        e.FirstLicencesProposed(
            licences=[ONE, TWO], proposed_by="operator-1", proposal_id=command_id(1)
        )
    ]
    refused(ComplianceRefusal.NOT_LICENSED, operators.book.record, sign_on())


@pytest.mark.obligation("M14")
def test_the_other_operator_issues_what_was_proposed(operators):
    """Each licence is issued to its holder's stream, and its holder may work."""
    operators.propose(ONE, TWO)
    decision = operators.confirm()

    assert [fact.event for fact in decision.facts] == [
        e.LicenceIssued(licence=ONE, in_force_through="2003-05-31"),
        e.LicenceIssued(licence=TWO, in_force_through="1998-09-29"),
    ]
    assert [fact.stream for fact in decision.facts] == ["licence/e-1", "licence/e-2"]
    assert names(operators.book.record(sign_on())) == ["SignedOn"]
    at_table = sign_on("inspector", "table/BJ-07", "e-2")
    assert names(operators.book.record(at_table)) == ["SignedOn"]


@pytest.mark.parametrize("after", [False, True])
def test_nobody_confirms_the_own_proposal(operators, after):
    """Four eyes are two people's: the proposer is refused, also for what has happened."""
    operators.propose(ONE)

    refused(
        ComplianceRefusal.SAME_PERSON_TWICE, operators.confirm, caller="operator-1", after=after
    )


def test_what_nobody_proposed_is_not_confirmed(operators):
    """Without a proposal, or under another's id, nothing is issued."""
    refused(ComplianceRefusal.PROPOSAL_NOT_WAITING, operators.confirm, 99)
    operators.propose(ONE)

    refused(ComplianceRefusal.PROPOSAL_NOT_WAITING, operators.confirm, 99)


def test_a_newer_proposal_takes_the_place_of_one_that_waits(operators):
    """A proposal with a mistake is put right by another, and can't be confirmed any more."""
    operators.propose(terms("e-9", "L-1"))
    operators.propose(ONE, number=2, caller="operator-2")

    refused(ComplianceRefusal.PROPOSAL_NOT_WAITING, operators.confirm, 1)
    refused(ComplianceRefusal.SAME_PERSON_TWICE, operators.confirm, 2)
    assert names(operators.confirm(2, caller="operator-1")) == ["LicenceIssued"]


def test_the_first_licences_are_issued_once(operators):
    """A proposal is confirmed once, and no other follows it."""
    operators.propose(ONE)
    operators.confirm()

    reason = ComplianceRefusal.LICENCES_ALREADY_ISSUED
    refused(reason, operators.confirm, number=91)
    refused(reason, operators.propose, TWO, number=2)


def test_nobody_alone_enters_a_first_licence(operators):
    """Until two operators' are there, not even what the Board issued is entered one by one."""
    further = issue(employee_id="e-7", licence_id="L-9")

    reason = ComplianceRefusal.FIRST_LICENCES_NOT_CONFIRMED
    refused(reason, operators.book.record, further)
    operators.propose(ONE)
    refused(reason, operators.book.record, further)
    operators.confirm()
    assert names(operators.book.record(further)) == ["LicenceIssued"]


@pytest.mark.obligation("M14")
@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (terms("e-2", "L-1"), ComplianceRefusal.LICENCE_ID_ALREADY_USED),
        (terms("e-2", "L-2", kind=0), ComplianceRefusal.LICENCE_KIND_NOT_SAID),
        (terms("e-2", "L-2", ()), ComplianceRefusal.FUNCTIONS_NOT_SAID),
        (
            terms("e-2", "L-2", issued_on="9998-01-01"),
            ComplianceRefusal.ISSUE_DATE_OUT_OF_RANGE,
        ),
    ],
)
def test_a_proposal_with_one_bad_licence_is_refused_whole(operators, second, reason):
    """A number given twice, or terms that are none, leave nothing waiting."""
    refused(reason, operators.propose, ONE, second)
    refused(ComplianceRefusal.PROPOSAL_NOT_WAITING, operators.confirm)
