"""Pages of past releases: their bytes, hashes and chain hold for ever."""

import pytest

from services.chassis.pages import RAW, ZSTD, page_body, page_hash, read_page, require_next
from tests.contract.golden import kept
from tests.contract.made import page

PAGES = kept("pages")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_a_past_release_reads_to_the_same(name):
    """Book, sequences, hashes and the leaf of each event come out of the record's very bytes."""
    value = bytes.fromhex(PAGES[name]["value"])

    assert page(read_page(value), value) == PAGES[name]


@pytest.mark.parametrize("name", PAGES)
def test_the_same_events_make_the_same_body_and_hash(name):
    """Who writes the page again from its events gets the hash that the chain names."""
    read = read_page(bytes.fromhex(PAGES[name]["value"]))
    body = page_body(read.book, read.first_sequence, read.previous_hash, read.events)

    assert page_hash(read.previous_hash, body) == read.hash


def test_there_is_a_page_of_each_form_and_the_second_follows_the_first():
    """A page as it is and a compressed one are kept, chained."""
    raw, packed = (bytes.fromhex(PAGES[f"0.1.0/{form}"]["value"]) for form in ("raw", "zstd"))
    first, second = read_page(raw), read_page(packed)

    assert (raw[1], packed[1]) == (RAW, ZSTD)
    require_next(second, first.last_sequence, first.hash)
