"""Tallies: runs of a book from the log, joined and held against the warehouse's."""

import pytest

from services.chassis.pages import read_page
from services.streams.reconcile.book_log import PAGES_AT_MOST, BookLog
from services.streams.reconcile.tally import Difference, Tally, difference, joined, tally_page
from tests.pages_of import PaperCasino


@pytest.fixture
def pages():
    """Return twelve pages of one to three sales."""
    casino = PaperCasino()
    for number in range(12):
        for _ in range(number % 3 + 1):
            casino.sells("p-1", 1_000)
        casino.cashier.page()
    return [read_page(value) for value in casino.cashier.pages]


def test_a_page_is_tallied_by_its_own_bytes(pages):
    """Events, postings and what each account gained."""
    tally = tally_page(pages[1])

    assert (tally.first, tally.last, tally.events, tally.postings) == (3, 4, 2, 8)
    assert tally.balances["cage_cash/desk-1", "MTL"] == 2_000
    assert sum(tally.balances.values()) == 0


def test_runs_that_follow_one_another_are_one(pages):
    """However pages are joined, the sums are those of all of them."""
    tallies = [tally_page(page) for page in pages]

    whole = joined(tallies)

    assert whole == joined([joined(tallies[:5]), joined(tallies[5:])])
    assert (whole.first, whole.last, whole.events) == (1, 25, 25)


@pytest.mark.parametrize(
    ("warehouse", "expected"),
    [
        (Tally(1, 2, 2, 9, 2, {("a", "MTL"): 5, ("b", "MTL"): -5}), Difference(0, 0, 0)),
        (Tally(1, 2, 1, 9, 2, {("a", "MTL"): 5, ("b", "MTL"): -5}), Difference(1, 0, 0)),
        (Tally(1, 2, 2, 8, 2, {("a", "MTL"): 5, ("b", "MTL"): -5}), Difference(1, 0, 0)),
        (
            Tally(1, 2, 2, 9, 1, {("a", "MTL"): 5}),
            Difference(0, 1, 5, ("b MTL",)),
        ),
        (
            Tally(1, 2, 2, 9, 2, {("a", "MTL"): 7, ("b", "MTL"): -7}),
            Difference(0, 0, 4, ("a MTL", "b MTL")),
        ),
    ],
)
def test_what_differs_is_counted(warehouse, expected):
    """Events lost or of other bytes, postings, minor units by account."""
    log = Tally(1, 2, 2, 9, 2, {("a", "MTL"): 5, ("b", "MTL"): -5})

    assert difference(log, warehouse) == expected
    assert bool(expected) is (warehouse != log)


def test_a_cursor_covers_whole_pages(pages):
    """What it covers is taken as one run, the rest stays for the next cursor."""
    log = BookLog("st-julians/cashier")
    for offset, page in enumerate(pages):
        log.take(page, offset)

    covered = log.covered(pages[3].last_sequence)

    assert (covered.first, covered.last) == (1, pages[3].last_sequence)
    assert log.covered(pages[3].last_sequence) is None
    assert log.hash_at(pages[5].last_sequence) == pages[5].hash
    assert log.covered(pages[-1].last_sequence).first == pages[4].first_sequence


def test_a_repeated_page_is_no_event_twice_and_a_gap_breaks_the_book(pages):
    """The log's own repeats are skipped; pages that do not follow are told."""
    log = BookLog("st-julians/cashier")
    for page in (pages[0], pages[0], pages[1]):
        log.take(page, 0)
    assert log.covered(10**6).events == 4

    log.take(pages[3], 3)

    assert "after 4" in log.broken


def test_a_log_far_ahead_stays_small():
    """While the streams are down pages are joined, and what they come to is the same."""
    casino, log, tallies = PaperCasino(), BookLog("st-julians/cashier"), []
    for offset in range(PAGES_AT_MOST + 2):
        casino.sells("p-1", 1)
        page = read_page(casino.cashier.page())
        tallies.append(tally_page(page))
        log.take(page, offset)

    assert len(log.pages) < PAGES_AT_MOST
    assert log.covered(casino.cashier.sequence) == joined(tallies)
