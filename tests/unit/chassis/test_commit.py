"""Commit: decisions become pages, chained, as full as may be, none torn."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from services.chassis.commit import Commit
from services.chassis.pages import FIRST_PREVIOUS_HASH, MAX_BODY_BYTES, read_page, require_next

SIZES = st.lists(st.lists(st.integers(1, 200_000), min_size=1, max_size=3), min_size=1, max_size=30)


def pages_of(decisions, book="b/cashier", first_sequence=1):
    async def made():
        commit, sequence = Commit(asyncio.get_running_loop().create_future()), first_sequence
        for decided in decisions:
            commit.add(book, sequence, decided, now_ns=1)
            sequence += len(decided)
        return commit.pages({book: FIRST_PREVIOUS_HASH})

    return asyncio.run(made())


@given(SIZES)
def test_every_event_once_in_order_and_no_decision_torn(sizes):
    """Pages follow one another, fit a record, and keep each decision whole."""
    decisions = [
        tuple(bytes([n % 251]) * size for n, size in enumerate(decided)) for decided in sizes
    ]
    sequence, tip, read = 0, FIRST_PREVIOUS_HASH, []
    ends = set()
    for page, value in pages_of(decisions):
        stored = read_page(value)
        require_next(stored, sequence, tip)
        sequence, tip = stored.last_sequence, page.hash
        read.extend(stored.events)
        ends.add(sequence)

    assert [event for decided in decisions for event in decided] == read
    counts = [sum(len(d) for d in decisions[: n + 1]) for n in range(len(decisions))]
    assert ends <= set(counts)


def test_what_fits_one_page_is_one_page():
    """A commit of small decisions is a single record."""
    assert len(pages_of([(b"x" * 400,)] * 1_000)) == 1


def test_a_page_that_would_be_too_large_is_two():
    """No body is larger than a page may be."""
    half = MAX_BODY_BYTES // 2

    assert len(pages_of([(bytes(half),), (bytes(half),)])) == 2
