"""What every book may know of a person: the newest visit, the documents, the other tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.house import Visit
from tests.unit.chassis.paper_compliance_book import (
    entered,
    facts_after,
    identified,
    left,
    linked,
    utc,
)


@pytest.mark.obligation("M46.4.session")
def test_a_visit_lasts_from_entry_to_exit():
    """It is open until the exit, over the change of the gaming day too."""
    came = entered("p-1", "1998-06-30", 20)
    gone = left("p-1", "1998-07-01", 9)

    assert facts_after(came).visit("p-2") is None
    assert Visit(utc("1998-06-30", 20), "1998-06-30") == facts_after(came).visit("p-1")
    assert Visit(
        utc("1998-06-30", 20), "1998-06-30", utc("1998-07-01", 9), "1998-07-01"
    ) == facts_after(came, gone).visit("p-1")


@pytest.mark.obligation("M46.4.session")
def test_whoever_returns_in_the_gaming_day_of_leaving_goes_on_with_the_visit():
    """The visit is open again and began at its first entrance."""
    facts = facts_after(
        entered("p-1", "1998-06-30", 20),
        left("p-1", "1998-07-01", 9),
        entered("p-1", "1998-07-01", 22),
    )

    assert Visit(utc("1998-06-30", 20), "1998-06-30") == facts.visit("p-1")


@pytest.mark.obligation("M46.4.session")
def test_whoever_returns_on_a_later_gaming_day_begins_another_visit():
    """What was exchanged in the visit before counts no longer."""
    facts = facts_after(
        entered("p-1", "1998-06-30", 20),
        left("p-1", "1998-06-30", 23),
        entered("p-1", "1998-07-01", 9),
    )

    assert Visit(utc("1998-07-01", 9), "1998-07-01") == facts.visit("p-1")


@pytest.mark.obligation("M46.4.session")
def test_an_exit_that_nobody_recorded_ends_with_the_next_days_entrance():
    """Let in twice in a gaming day goes on with the visit; let in on a later one begins another."""
    first = entered("p-1", "1998-06-30", 20)

    again = facts_after(first, entered("p-1", "1998-06-30", 23))
    next_day = facts_after(first, entered("p-1", "1998-07-01", 20))

    assert Visit(utc("1998-06-30", 20), "1998-06-30") == again.visit("p-1")
    assert Visit(utc("1998-07-01", 20), "1998-07-01") == next_day.visit("p-1")


def test_an_exit_without_an_entrance_makes_no_visit():
    """Where no entrance was recorded there is no visit to end."""
    assert facts_after(left("p-1", "1998-06-30", 23)).visit("p-1") is None


@pytest.mark.obligation("M46.4.session")
def test_a_visit_is_known_under_every_token_of_the_person():
    """The newest visit counts, whichever of the linked tokens the entrance knew."""
    facts = facts_after(
        entered("p-1", "1998-06-29", 20),
        left("p-1", "1998-06-29", 23),
        entered("p-2", "1998-06-30", 20),
        linked("p-2", "p-1"),
        linked("p-3", "p-1"),
    )

    newest = Visit(utc("1998-06-30", 20), "1998-06-30")
    assert [newest] * 3 == [facts.visit(token) for token in ("p-1", "p-2", "p-3")]
    assert facts.visit("p-4") is None


def test_a_document_is_known_by_the_tokens_that_produced_it():
    """All who produced it, and nobody who produced another."""
    facts = facts_after(identified("p-1", "A1"), identified("p-2", "A1"), identified("p-3", "B2"))

    assert ({"p-1", "p-2"}, {"p-3"}, set()) == (
        facts.tokens_of_document(b"A1"),
        facts.tokens_of_document(b"B2"),
        facts.tokens_of_document(b"C3"),
    )


def test_nobody_is_linked_to_themselves():
    """A token's others leave it out, and one that was never linked has none."""
    facts = facts_after(linked("p-1", "p-2"))

    assert ({"p-2"}, {"p-1"}, set()) == (
        facts.linked("p-1"),
        facts.linked("p-2"),
        facts.linked("p-3"),
    )


_tokens = st.integers(0, 9).map("p-{}".format)


@given(pairs=st.lists(st.tuples(_tokens, _tokens), max_size=12), order=st.randoms())
def test_links_are_closed_in_whatever_order_they_are_found(pairs, order):
    """Two tokens are one person exactly where a chain of links leads from one to the other."""
    shuffled = list(pairs)
    order.shuffle(shuffled)
    facts = facts_after(*(linked(*pair) for pair in shuffled))
    neighbours = {t: {t} for t in map("p-{}".format, range(10))}
    for one, other in pairs:
        neighbours[one].add(other)
        neighbours[other].add(one)

    for token in neighbours:
        reached, fresh = {token}, {token}
        while fresh:
            fresh = set().union(*(neighbours[t] for t in fresh)) - reached
            reached |= fresh
        assert reached - {token} == facts.linked(token)


@pytest.mark.obligation("M46.4.session")
def test_what_is_told_late_changes_nothing_of_a_newer_visit():
    """An entrance or an exit of before, told after the newest entrance, leaves the visit open."""
    came = entered("p-1", "1998-07-01", 20)
    open_since_then = Visit(utc("1998-07-01", 20), "1998-07-01")

    assert open_since_then == facts_after(came, left("p-1", "1998-07-01", 19)).visit("p-1")
    assert open_since_then == facts_after(came, left("p-1", "1998-06-30", 23)).visit("p-1")
    assert open_since_then == facts_after(came, entered("p-1", "1998-06-30", 20)).visit("p-1")
