"""One person, several tokens: the same document links them, directly and through others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.compliance.domain.one_person import one_person
from services.compliance.domain.refusals import ComplianceNotice, ComplianceRefusal
from services.kernel.refusal import Refused
from tests.given import sealed
from tests.unit.compliance.paper_compliance import book, codes, identify, names


def test_the_same_document_links_two_tokens():
    """The event names both and the document's index; the caller is told."""
    paper = book()
    paper.record(identify("p-1"), sealed("p-1", "0123456M"))
    decision = paper.record(identify("p-2"), sealed("p-2", "0123456M"))

    assert names(decision) == ["PersonIdentified", "PersonsLinked"]
    link = decision.facts[1].event
    assert (link.person, link.linked_person) == ("p-2", "p-1")
    assert link.document_index == b"0123456M"
    assert codes(decision) == [ComplianceNotice.PERSONS_LINKED]


def test_the_same_person_again_links_nobody():
    """A document shown twice under one token is only shown twice."""
    paper = book()
    paper.record(identify("p-1"), sealed("p-1", "0123456M"))

    assert names(paper.record(identify("p-1"), sealed("p-1", "0123456M"))) == ["PersonIdentified"]


def test_who_is_linked_through_others_is_not_linked_again():
    """A third token links to the one person whom the first two are, by one event."""
    paper = book()
    for token in ("p-1", "p-2"):
        paper.record(identify(token), sealed(token, "0123456M"))
    decision = paper.record(identify("p-3"), sealed("p-3", "0123456M"))

    assert names(decision) == ["PersonIdentified", "PersonsLinked"]


def test_tokens_that_other_books_know_are_linked_too():
    """A document that was produced at a cash desk counts at the door."""
    paper = book()
    paper.house.documents[b"0123456M"] = frozenset({"p-9"})
    decision = paper.record(identify("p-1"), sealed("p-1", "0123456M"))

    assert decision.facts[1].event.linked_person == "p-9"


def test_an_identification_without_a_document_is_refused():
    """The document is what identifies."""
    with pytest.raises(Refused) as refused:
        book().record(identify())

    assert refused.value.reason is ComplianceRefusal.DOCUMENT_REQUIRED


SHOWN = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=14)


@given(SHOWN)
def test_links_are_the_same_person_in_every_direction(shown):
    """Whoever shows whatever document: tokens that share one, through any chain, are one person."""
    paper, documents_of = book(), {}
    for token, number in shown:
        paper.record(identify(f"p-{token}"), sealed(f"p-{token}", f"d-{number}"))
        documents_of.setdefault(f"p-{token}", set()).add(f"d-{number}")

    for token in documents_of:
        assert set(one_person(token, paper.house).tokens) == reached(token, documents_of)


def reached(token, documents_of):
    """Return all tokens that share documents with this one, by the plainest way there is."""
    group, size = {token}, 0
    while len(group) > size:
        size = len(group)
        shown = set().union(*(documents_of[member] for member in group))
        group |= {other for other, documents in documents_of.items() if documents & shown}
    return group
