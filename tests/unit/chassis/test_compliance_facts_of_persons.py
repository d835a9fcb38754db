"""What every book may know of a person: the newest visit, the documents, the other tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.visits import Visit
from tests.unit.chassis.paper_compliance_book import (
    entered,
    facts_after,
    identified,
    left,
    linked,
    utc,
)


def days(visits):
    """Return (first gaming day, last gaming day, inside) of each visit."""
    return [(v.entered_gaming_day, v.last_gaming_day, v.is_inside) for v in visits]


@pytest.mark.obligation("M46.4.session")
def test_a_visit_lasts_from_entry_to_exit():
    """It is open until the exit, over the change of the gaming day too."""
    came = entered("p-1", "1998-06-30", 20)
    gone = left("p-1", "1998-07-01", 9)
    (visit,) = facts_after(came, gone).visits("p-1")

    assert () == facts_after(came).visits("p-2")
    assert [("1998-06-30", "1998-06-30", True)] == days(facts_after(came).visits("p-1"))
    assert (
        Visit(
            entered_us=utc("1998-06-30", 20) * 1_000_000,
            entered_gaming_day="1998-06-30",
            last_entered_us=utc("1998-06-30", 20) * 1_000_000,
            last_gaming_day="1998-07-01",
            left_us=utc("1998-07-01", 9) * 1_000_000,
            left_gaming_day="1998-07-01",
        )
        == visit
    )


@pytest.mark.obligation("M46.4.session")
def test_the_newest_visits_are_known_in_the_order_of_entry():
    """An older one too, for what is told late of its days; an exit that lacks ends one."""
    came = [entered("p-1", day, 20) for day in ("1998-06-27", "1998-06-28", "1998-06-30")]
    gone = left("p-1", "1998-06-27", 23)

    assert [
        ("1998-06-27", "1998-06-27", False),
        ("1998-06-28", "1998-06-29", True),
        ("1998-06-30", "1998-06-30", True),
    ] == days(facts_after(came[0], gone, *came[1:]).visits("p-1"))
    newer = facts_after(*came, entered("p-1", "1998-07-02", 20))
    assert ["1998-06-28", "1998-06-30", "1998-07-02"] == [
        visit.entered_gaming_day for visit in newer.visits("p-1")
    ]


def test_visits_are_known_under_the_token_that_was_let_in():
    """Which tokens are one person is told apart from them."""
    facts = facts_after(entered("p-2", "1998-06-30", 20), linked("p-2", "p-1"))

    assert ((), 1) == (facts.visits("p-1"), len(facts.visits("p-2")))


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
