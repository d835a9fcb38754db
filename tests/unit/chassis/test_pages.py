"""Pages: what is written is read again, and nothing that was changed, cut or swapped is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.chassis.pages import (
    FIRST_PREVIOUS_HASH,
    MAX_BODY_BYTES,
    BrokenChain,
    Gap,
    MalformedPage,
    page_body,
    page_hash,
    read_page,
    require_next,
    write_page,
)

BOOK = "st-julians/cashier"
EVENTS = (b"one", b"two" * 200, b"three")


@given(
    st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=50), st.integers(1, 2**60)
)
def test_a_page_is_read_as_it_was_written(events, first_sequence):
    """Events, order, sequence and chain survive, compressed or not."""
    page, value = write_page(BOOK, first_sequence, b"\x07" * 32, events)

    read = read_page(value)

    assert (read.book, read.first_sequence, list(read.events)) == (BOOK, first_sequence, events)
    assert (page.hash, page.last_sequence) == (read.hash, read.last_sequence)


@given(st.data())
def test_a_changed_byte_is_found(data):
    """No single byte of a record can be changed unseen."""
    _, value = write_page(BOOK, 1, FIRST_PREVIOUS_HASH, EVENTS)
    place = data.draw(st.integers(0, len(value) - 1))
    changed = bytearray(value)
    changed[place] ^= data.draw(st.integers(1, 255))

    try:
        read = read_page(bytes(changed))
    except MalformedPage:
        return
    original = read_page(value)
    assert (original.hash, list(original.events)) == (read.hash, list(read.events))


@pytest.mark.parametrize("cut", [0, 1, 33, 34, 60])
def test_a_cut_record_is_no_page(cut):
    """A record that ends too early is told from a page."""
    _, value = write_page(BOOK, 1, FIRST_PREVIOUS_HASH, EVENTS)

    with pytest.raises(MalformedPage):
        read_page(value[:cut])


def test_a_frame_that_claims_more_than_a_page_holds_is_not_unpacked():
    """A small record can't fill the memory."""
    _, value = write_page(BOOK, 1, FIRST_PREVIOUS_HASH, [bytes(MAX_BODY_BYTES + 1)])

    with pytest.raises(MalformedPage):
        read_page(value)


def test_the_hash_covers_the_page_before_and_the_raw_body():
    """Anyone can recompute it from the bytes, without this code."""
    page, _ = write_page(BOOK, 8, b"\x01" * 32, EVENTS)

    assert page_hash(b"\x01" * 32, page_body(BOOK, 8, b"\x01" * 32, EVENTS)) == page.hash


def test_the_next_page_is_known_by_sequence_and_by_hash():
    """A hole, and a page that names another one before it, are told apart."""
    first, _ = write_page(BOOK, 1, FIRST_PREVIOUS_HASH, EVENTS)
    second, _ = write_page(BOOK, 4, first.hash, EVENTS)

    require_next(second, first.last_sequence, first.hash)
    with pytest.raises(Gap):
        require_next(second, 2, first.hash)
    with pytest.raises(BrokenChain):
        require_next(second, first.last_sequence, b"\x02" * 32)
