"""Two tokens that produced the same document are one person, from then on and back (M46.4)."""

import pytest
from countroom.cashier.v1.cashier_events_pb2 import PersonsLinked

from tests.paper_cage import PaperCage, flags, last, names, notices

pytestmark = pytest.mark.obligation("M46.4")


@pytest.fixture
def cage():
    return PaperCage()


def links(decision):
    return [f.event for f in decision.facts if isinstance(f.event, PersonsLinked)]


def total(decision):
    return last(decision).exchange.session_total_minor.numerator


def test_the_same_document_under_another_token_links_the_two(cage):
    """The link names both tokens and the document, and the desk is told."""
    cage.sell("p-1", 100_000, document="doc-1")
    linked = cage.sell("p-2", 100_000, "desk-2", document="doc-1")

    link = PersonsLinked(person="p-2", linked_person="p-1", document_index=b"doc-1")
    assert [link] == links(linked)
    assert ["persons_linked"] == notices(linked)
    assert 200_000 == total(linked)
    assert [] == links(cage.sell("p-2", 100_000, document="doc-1"))


def test_another_document_links_nobody(cage):
    """The neighbour: each token with its own document stays its own person."""
    cage.sell("p-1", 1_500_000, document="doc-1")
    sold = cage.sell("p-2", 1_500_000, document="doc-2")

    assert ([], 1_500_000) == (links(sold), total(sold))


def test_from_then_on_their_exchanges_count_together(cage):
    """Under either token the next one that crosses waits, unless the person was identified."""
    cage.redeem("p-1", 1_500_000)
    cage.sell("p-1", 1_000, document="doc-1")
    cage.sell("p-2", 1_000, document="doc-1")

    for token in ("p-2", "p-1"):
        assert ["IdentificationRequired"] == names(cage.redeem(token, 500_001))
    assert ["ChipsRedeemed"] == names(cage.redeem("p-2", 500_000))


def test_it_counts_back_through_the_open_session(cage):
    """What both exchanged before the link, unidentified and over the limit together, is flagged."""
    cage.redeem("p-1", 1_500_000)
    cage.redeem("p-2", 500_001)
    cage.sell("p-1", 1_000, document="doc-1")
    linked = cage.sell("p-2", 1_000, document="doc-1")

    assert [("linked_over_limit", "M46.4")] == flags(linked)
    assert "MTL 2,000.001" in linked.exceptions[0].text


def test_up_to_the_limit_together_is_no_exception(cage):
    """The neighbour: exactly the limit."""
    cage.redeem("p-1", 1_500_000)
    cage.redeem("p-2", 500_000)
    cage.sell("p-1", 1_000, document="doc-1")

    assert [] == flags(cage.sell("p-2", 1_000, document="doc-1"))


def test_what_was_exchanged_identified_is_no_crossing(cage):
    """One token's big purchase under its document does not make the other's small one missed."""
    cage.sell("p-1", 3_000_000, document="doc-1")
    cage.sell("p-2", 1_900_000)

    assert [] == flags(cage.sell("p-2", 1_000, document="doc-1"))


def test_a_link_that_adds_nothing_is_not_flagged_again(cage):
    """What one token alone exchanged over the limit was flagged when it did."""
    cage.redeem("p-1", 2_000_001, after=True)
    cage.sell("p-1", 1_000, document="doc-1")

    assert [] == flags(cage.sell("p-2", 1_000, document="doc-1"))


def test_what_linked_tokens_exchanged_counts_in_a_further_link(cage):
    """Two that are one person already, and a third, come over the limit by the third's share."""
    cage.sell("p-1", 1_000, document="doc-1")
    cage.sell("p-2", 1_000, document="doc-1")
    for token in ("p-1", "p-2", "p-3"):
        cage.redeem(token, 700_000)
    linked = cage.sell("p-3", 1_000, document="doc-1")

    assert [("linked_over_limit", "M46.4")] == flags(linked)
    assert "MTL 2,100.000" in linked.exceptions[0].text


def test_yesterdays_session_is_not_opened_again(cage):
    """The link counts back through the open session, not beyond it."""
    cage.redeem("p-1", 1_500_000)
    cage.sell("p-1", 1_000, document="doc-1")
    cage.at = cage.at.replace(month=7, day=1)
    cage.redeem("p-2", 1_500_000)

    assert [] == flags(cage.sell("p-2", 1_000, document="doc-1"))
    assert "ChipsRedeemed" == names(cage.redeem("p-1", 500_000))[-1]


def test_links_are_followed_from_token_to_token(cage):
    """Three tokens by two documents are one person."""
    cage.redeem("p-1", 900_000)
    cage.redeem("p-3", 900_000)
    cage.sell("p-1", 1_000, document="doc-1")
    cage.sell("p-2", 1_000, document="doc-1")
    cage.sell("p-2", 1_000, document="doc-2")
    linked = cage.sell("p-3", 1_000, document="doc-2")

    assert ["p-2"] == [link.linked_person for link in links(linked)]
    assert 4_000 == total(linked)
    for token in ("p-1", "p-2", "p-3"):
        assert ["IdentificationRequired"] == names(cage.redeem(token, 200_001))


def test_tokens_already_linked_are_joined_by_one_link(cage):
    """A third token that shows the document of two joins both, and is linked to one."""
    for token in ("p-1", "p-2"):
        cage.sell(token, 1_000, document="doc-1")
    linked = cage.sell("p-3", 1_000, document="doc-1")

    assert (["p-1"], 3_000) == ([link.linked_person for link in links(linked)], total(linked))


def test_a_document_seen_at_the_entrance_links_too(cage):
    """Tokens that produced it in other books count."""
    cage.redeem("p-1", 1_500_000)
    cage.house.documents[b"doc-1"] = frozenset({"p-1"})
    linked = cage.redeem("p-2", 500_001, document="doc-1")

    assert (["p-1"], 2_000_001) == ([link.linked_person for link in links(linked)], total(linked))
    assert "M46.4" == linked.facts[-2].event.provision


def test_a_link_that_another_book_found_counts_without_a_document_here(cage):
    """It is taken into this book at the next exchange, once, and what crosses then waits."""
    cage.sell("p-1", 1_500_000)
    cage.house.links = {"p-1": frozenset({"p-2"}), "p-2": frozenset({"p-1"})}
    waiting = cage.sell("p-2", 500_001)

    assert [PersonsLinked(person="p-2", linked_person="p-1")] == links(waiting)
    assert "IdentificationRequired" == names(waiting)[-1]
    assert [] == links(cage.sell("p-1", 500_001))


def test_links_of_other_books_are_followed_too(cage):
    """A token that another book links to the one found by the document counts."""
    cage.redeem("p-3", 1_500_000)
    cage.sell("p-1", 1_000, document="doc-1")
    cage.house.links = {"p-1": frozenset({"p-3"}), "p-3": frozenset({"p-1"})}
    linked = cage.sell("p-2", 1_000, document="doc-1")

    assert ["p-1", "p-3"] == [link.linked_person for link in links(linked)]
    assert ["IdentificationRequired"] == names(cage.redeem("p-2", 500_001))


def test_the_visit_under_one_token_is_the_visit_of_both(cage):
    """Entered under one token, exchanging under the other, the session lasts until the exit."""
    cage.enters("p-1", "1998-06-30")
    cage.sell("p-1", 1_000, document="doc-1")
    cage.sell("p-2", 1_000, document="doc-1")
    cage.redeem("p-2", 1_500_000)
    cage.at = cage.at.replace(month=7, day=1)

    assert ["IdentificationRequired"] == names(cage.redeem("p-2", 500_001))


def test_identified_under_one_token_is_identified(cage):
    """The person behind both showed the document for this direction."""
    cage.sell("p-1", 1_000, document="doc-1")
    cage.sell("p-2", 1_000, document="doc-1")

    assert ["ChipsSold"] == names(cage.sell("p-1", 2_000_000))
    assert ["ChipsSold"] == names(cage.sell("p-2", 2_000_000))
