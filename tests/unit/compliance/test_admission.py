"""Admission: nobody comes in unidentified; who is turned away is recorded."""

import pytest

from services.compliance.domain.refusals import (
    ComplianceException,
    ComplianceNotice,
    EntryGround,
    IdentifiedBy,
)
from tests.given import sealed
from tests.unit.compliance.paper_compliance import (
    admit,
    book,
    codes,
    flags,
    identify,
    leave,
    names,
)


@pytest.fixture
def paper():
    return book()


@pytest.mark.obligation("M45")
def test_a_document_lets_a_person_in(paper):
    """The particulars are recorded, sealed, and that a document was shown."""
    decision = paper.record(admit(), sealed("p-1", "0123456M"))

    assert names(decision) == ["PersonIdentified", "PersonAdmitted"]
    assert decision.facts[1].event.identified_by == IdentifiedBy.DOCUMENT
    assert decision.facts[1].event.entrance == "main"


@pytest.mark.obligation("M45")
def test_whoever_is_known_is_let_in_without_one(paper):
    """An identification before counts, and is what the admission says."""
    paper.record(identify(), sealed("p-1", "0123456M"))
    decision = paper.record(admit(days=30))

    assert names(decision) == ["PersonAdmitted"]
    assert decision.facts[0].event.identified_by == IdentifiedBy.KNOWN


@pytest.mark.obligation("M45")
def test_the_unidentified_are_turned_away_and_that_is_recorded(paper):
    """It is answered as recorded, with the ground and what to do at the door."""
    decision = paper.record(admit())

    assert names(decision) == ["EntryRefused"]
    event = decision.facts[0].event
    assert (event.ground, event.obligation) == (EntryGround.NOT_IDENTIFIED, "M45")
    assert codes(decision) == [ComplianceNotice.ENTRY_REFUSED]
    assert "Do not let p-1 in" in decision.notices[0].text


@pytest.mark.obligation("M45")
def test_an_unidentified_person_already_inside_is_an_exception(paper):
    """What an offline entrance has done is recorded as it was, and flagged."""
    decision = paper.record(admit(after=True))

    assert names(decision) == ["PersonAdmitted"]
    assert decision.facts[0].event.identified_by == ""
    assert flags(decision) == [(ComplianceException.UNIDENTIFIED_PERSON_ADMITTED, "M45")]


def test_a_person_leaves_by_the_token_that_came_in(paper):
    """Who shows another card at the way out is still the person who came in."""
    paper.record(admit("p-1"), sealed("p-1", "0123456M"))
    paper.record(identify("p-2"), sealed("p-2", "0123456M"))
    decision = paper.record(leave("p-2", hours=1))

    assert [(fact.event.person, fact.stream) for fact in decision.facts] == [("p-1", "person/p-1")]
    assert flags(decision) == []


@pytest.mark.obligation("M45")
def test_leaving_without_having_come_in_is_an_exception(paper):
    """Somebody was inside whom no entrance had identified."""
    decision = paper.record(leave())

    assert names(decision) == ["PersonLeft"]
    assert flags(decision) == [(ComplianceException.EXIT_WITHOUT_ENTRY, "M45")]


def test_an_exit_that_nobody_recorded_is_told_at_the_next_entrance(paper):
    """The person is let in; the entrance learns that the way out was not kept."""
    paper.record(admit(), sealed("p-1", "0123456M"))
    decision = paper.record(admit(days=1))

    assert names(decision) == ["PersonAdmitted"]
    assert codes(decision) == [ComplianceNotice.EXIT_NOT_RECORDED]
