"""A patron session from two books: own totals, what counts against the limit, visits and links."""

from fractions import Fraction

import pytest

from tests.pages_of import PaperCasino, next_day
from tests.paper_warehouse import PaperStreams


@pytest.fixture
def casino():
    opened = PaperCasino()
    opened.register()
    return opened


def sessions(casino):
    """Return the session rows by person and session."""
    for log in (casino.compliance, casino.cashier):
        if log.gathered:
            log.page()
    streams = PaperStreams()
    streams.take_all(casino)
    assert not streams.partition.stopped
    rows = streams.warehouse.rows("patron_session")
    return {(row["person"], row["patron_session_id"]): row for row in rows}


def session(casino, person="p-1", day="1998-06-30"):
    return sessions(casino)[person, f"{day}/1"]


def test_like_is_added_to_like(casino):
    """Purchases and cash-outs have a total each, exact and in minor units."""
    casino.sells("p-1", 700_000)
    casino.sells("p-1", 800_000)
    casino.redeems("p-1", 300_000)

    row = session(casino)

    assert (row["purchase_count"], row["purchases_minor"]) == (2, 1_500_000)
    assert (row["cash_out_count"], row["cash_outs_minor"]) == (1, 300_000)
    assert row["counted_purchases_minor"] == 1_500_000
    assert (row["limit_minor"], row["currency"]) == (2_000_000, "MTL")


def test_foreign_money_is_added_before_it_is_rounded(casino):
    """Three times 666,666 and two thirds are 2,000,000 to the last fraction."""
    for _ in range(3):
        casino.sells("p-1", Fraction(2_000_000, 3))

    row = session(casino)

    assert (row["purchases_numerator"], row["purchases_denominator"]) == (2_000_000, 1)
    casino.sells("p-1", Fraction(1, 3))
    row = session(casino)
    assert (row["purchases_numerator"], row["purchases_denominator"]) == (6_000_001, 3)
    assert row["purchases_minor"] == 2_000_000


def test_what_waits_or_was_given_up_moves_no_total(casino):
    """A pending exchange is counted as pending, an abandoned one as abandoned."""
    casino.asks_for_document("p-1", 2_500_000)
    casino.abandons(casino.asks_for_document("p-1", 2_100_000))

    row = session(casino)

    assert (row["purchases_minor"], row["purchase_count"]) == (0, 0)
    assert (row["pending_count"], row["abandoned_count"]) == (1, 1)


def test_an_exchange_that_is_completed_counts_and_identifies_its_direction(casino):
    """With the document the purchase is made; the cash-outs are not identified by it."""
    casino.completes(casino.asks_for_document("p-1", 2_500_000))

    row = session(casino)

    assert (row["purchases_minor"], row["pending_count"]) == (2_500_000, 0)
    assert (row["purchases_identified"], row["cash_outs_identified"]) == (True, False)


def test_an_exchange_completed_in_the_next_session_leaves_the_first(casino):
    """Asked for before the change of the gaming day, made after it: it counts where it was made."""
    waiting = casino.asks_for_document("p-1", 2_500_000)
    casino.on("1998-07-01").completes(waiting)

    asked, made = session(casino), session(casino, day="1998-07-01")

    assert (asked["pending_count"], asked["purchases_minor"]) == (0, 0)
    assert made["purchases_minor"] == 2_500_000


def test_a_reversed_exchange_is_no_exchange(casino):
    """It is taken off its session's total, also when it is reversed days later."""
    reversed_later = casino.sells("p-1", 1_500_000)
    casino.sells("p-1", 400_000)
    casino.on("1998-07-02").reverses(reversed_later)

    row = session(casino)

    assert (row["purchases_minor"], row["purchase_count"], row["reversed_count"]) == (400_000, 1, 1)
    assert str(row["last_gaming_day"]) == "1998-06-30"


@pytest.mark.parametrize(("off_by", "differs"), [(0, False), (1, True)])
def test_a_total_that_the_desk_saw_otherwise_is_told(casino, off_by, differs):
    """What the desk decided on is recomputed; another result is marked on the session."""
    casino.sells("p-1", 700_000)
    casino.sells("p-1", 800_000, off_by=off_by)

    assert session(casino)["totals_differ"] is differs


@pytest.mark.parametrize("at_desk", [True, False])
def test_linked_tokens_count_as_one_back_through_the_session(casino, at_desk):
    """1,500 under each of two tokens are 3,000 of one person, whichever book found the link."""
    casino.sells("p-1", 1_500_000)
    casino.sells("p-2", 1_500_000)
    casino.links("p-1", "p-2", at_desk=at_desk)

    one, other = session(casino, "p-1"), session(casino, "p-2")

    assert (one["purchases_minor"], one["counted_purchases_minor"]) == (1_500_000, 3_000_000)
    assert other["counted_purchases_minor"] == 3_000_000
    assert (one["linked_persons"], other["linked_persons"]) == (["p-2"], ["p-1"])


def test_a_chain_of_links_is_one_person(casino):
    """Linked to a linked token is linked."""
    for person in ("p-1", "p-2", "p-3"):
        casino.sells(person, 600_000)
    casino.links("p-1", "p-2")
    casino.links("p-3", "p-2", at_desk=False)

    assert session(casino, "p-3")["counted_purchases_minor"] == 1_800_000


def test_sessions_that_were_over_before_the_link_stay_apart(casino):
    """Two tokens found to be one today do not make one of last week's sessions."""
    casino.sells("p-1", 1_500_000)
    casino.sells("p-2", 1_500_000)
    casino.on("1998-07-07").links("p-1", "p-2")

    assert session(casino)["counted_purchases_minor"] == 1_500_000


def test_a_document_under_one_token_identifies_the_person(casino):
    """The counted flag is the person's, the own flag the token's."""
    casino.sells("p-1", 2_500_000, document="M46.1")
    casino.sells("p-2", 500_000)
    casino.links("p-1", "p-2")

    row = session(casino, "p-2")

    assert (row["purchases_identified"], row["counted_purchases_identified"]) == (False, True)


def test_a_visit_is_seen_on_the_session_it_covers(casino):
    """From entry to exit, and going on when the person returns in the gaming day of leaving."""
    casino.admits("p-1")
    casino.sells("p-1", 1_000)
    entered = casino.at
    assert session(casino)["visit_left_at"] is None

    casino.sees_off("p-1")
    casino.admits("p-1")
    casino.sees_off("p-1")

    row = session(casino)
    assert row["visit_entered_at"] < int(entered.timestamp()) * 1_000_000
    assert row["visit_left_at"] == int(casino.at.timestamp()) * 1_000_000


def test_a_visit_of_a_linked_token_is_the_persons(casino):
    """The entrance knew the person by another token than the desk."""
    casino.admits("door-7")
    casino.sells("p-1", 1_000)
    casino.links("p-1", "door-7", at_desk=False)

    assert session(casino)["visit_entered_at"] is not None


def test_a_session_without_a_recorded_visit_has_none(casino):
    """Another day's visit is not this session's."""
    casino.admits("p-1")
    casino.sees_off("p-1")
    casino.on(next_day(casino.day, 3)).sells("p-1", 1_000)

    assert session(casino, day=casino.day)["visit_entered_at"] is None


def test_the_version_is_the_sum_of_both_books_newest_events(casino):
    """The vector names the newest event of each book that the row rests on."""
    casino.admits("p-1")
    casino.sells("p-1", 1_000)
    casino.sells("p-9", 1_000)

    row = session(casino)

    assert (row["cashier_sequence"], row["compliance_sequence"], row["version"]) == (2, 2, 4)
