"""Self-exclusion: a person's own request holds from its receipt, under every token."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.compliance.domain.refusals import (
    ComplianceException,
    ComplianceRefusal,
    EntryGround,
)
from services.compliance.domain.self_exclusion import Exclusion
from services.kernel.refusal import Refused
from tests.given import sealed
from tests.unit.compliance.paper_compliance import (
    admit,
    book,
    exclude,
    flags,
    identify,
    names,
    seconds,
)


@pytest.fixture
def paper():
    """Return a book that knows p-1."""
    paper = book()
    paper.record(identify(), sealed("p-1", "0123456M"))
    return paper


def ground(decision):
    return decision.facts[-1].event.ground


@pytest.mark.obligation("M24.3")
def test_from_the_receipt_on_the_person_is_turned_away(paper):
    """The second of the receipt counts; the one before it does not."""
    paper.record(exclude(hours=1))

    assert names(paper.record(admit(hours=0.99))) == ["PersonAdmitted"]
    decision = paper.record(admit(hours=1))
    assert names(decision) == ["EntryRefused"]
    assert (ground(decision), decision.facts[0].event.obligation) == (
        EntryGround.SELF_EXCLUDED,
        "M24.3",
    )


@pytest.mark.obligation("M24.3")
def test_an_exclusion_with_an_end_ends_then(paper):
    """Until before its end the person is turned away, from it on let in."""
    paper.record(exclude(until=seconds(2)))

    assert names(paper.record(admit(hours=1.99))) == ["EntryRefused"]
    assert names(paper.record(admit(hours=2))) == ["PersonAdmitted"]


@pytest.mark.obligation("M24.3")
def test_another_card_does_not_help(paper):
    """The document shown at the door tells who it is, and the attempt is recorded with it."""
    paper.record(exclude())
    decision = paper.record(admit("p-2", hours=1), sealed("p-2", "0123456M"))

    assert names(decision) == ["PersonIdentified", "PersonsLinked", "EntryRefused"]
    assert ground(decision) == EntryGround.SELF_EXCLUDED


@pytest.mark.obligation("M24.3")
def test_an_excluded_person_who_was_let_in_is_an_exception(paper):
    """What an offline entrance did is recorded and flagged."""
    paper.record(exclude())
    decision = paper.record(admit(hours=1, after=True))

    assert names(decision) == ["PersonAdmitted"]
    assert flags(decision) == [(ComplianceException.EXCLUDED_PERSON_ADMITTED, "M24.3")]


@pytest.mark.obligation("M24.3")
def test_a_request_handed_in_inside_is_an_exception_until_the_exit(paper):
    """Somebody has to see the person out."""
    paper.record(admit())
    decision = paper.record(exclude(hours=1))

    assert names(decision) == ["SelfExclusionEntered"]
    assert flags(decision) == [(ComplianceException.EXCLUDED_PERSON_INSIDE, "M24.3")]


@pytest.mark.obligation("M24.3")
def test_a_document_that_reveals_an_excluded_person_inside_is_an_exception(paper):
    """The person came in as another, and shows the document at a desk."""
    paper.record(exclude())
    paper.record(admit("p-2"), sealed("p-2", "another"))
    decision = paper.record(identify("p-2"), sealed("p-2", "0123456M"))

    assert flags(decision) == [(ComplianceException.EXCLUDED_PERSON_INSIDE, "M24.3")]


def test_a_request_that_never_holds_is_refused(paper):
    """One that ends before it was received says something else than was meant."""
    with pytest.raises(Refused) as refused:
        paper.record(exclude(until=seconds(1), hours=1))

    assert refused.value.reason is ComplianceRefusal.EXCLUSION_PERIOD_EMPTY


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_an_exclusion_holds_exactly_between_its_ends(start, until, moment):
    """From its first second, until before its end, for ever where it has none."""
    expected = start <= moment and (until == 0 or moment < until)

    assert Exclusion(start, until).holds(moment) == expected
