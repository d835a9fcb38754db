"""Command index: no id is forgotten, none costs memory, and a crash of the machine is survived."""

import random

import psutil
import pytest

from services.chassis.command_index import CommandIndex, Entry, command_key

BOOK = "st-julians/cashier"
ID = "0190163d-8694-739b-aea5-966c26f8ad91"
ENTRY = Entry(b"d" * 16, 7, 3, 1_700_000_000_000_001, b"l" * 32, (4, 9), b"remarks")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "index"


def test_an_entry_is_found_again_after_a_reopen(folder):
    """What was kept answers a repeat, also in the next process."""
    index = CommandIndex(folder, "boot-1")
    index.put([(command_key(BOOK, ID), ENTRY.to_bytes())], [(BOOK, 7, 41)], 42)
    index.close()

    again = CommandIndex(folder, "boot-1")

    assert again.get(command_key(BOOK, ID)) == ENTRY
    assert (again.next_offset, again.offset_of(BOOK, 7)) == (42, 41)
    again.close()


def test_after_another_start_of_the_machine_it_is_made_anew(folder):
    """A file that was never flushed is not believed after a crash: the log has everything."""
    index = CommandIndex(folder, "boot-1")
    index.put([(command_key(BOOK, ID), ENTRY.to_bytes())], [], 42)
    index.close()

    fresh = CommandIndex(folder, "boot-2")

    assert (fresh.get(command_key(BOOK, ID)), fresh.next_offset) == (None, 0)
    fresh.close()


def test_the_same_id_in_two_books_is_two_commands(folder):
    """An id is a book's own."""
    index = CommandIndex(folder, "boot-1")
    index.put([(command_key(BOOK, ID), ENTRY.to_bytes())], [], 1)

    assert index.get(command_key("st-julians/tables", ID)) is None
    index.close()


@pytest.mark.parametrize(
    ("sequence", "offset"), [(1, 10), (4, 10), (5, 12), (9, 12), (10, 17), (99, 17)]
)
def test_a_sequence_leads_to_the_page_that_holds_it(folder, sequence, offset):
    """Pages begin at 1, 5 and 10: each sequence is found in the page at or before it."""
    index = CommandIndex(folder, "boot-1")
    index.put([], [("a/cashier", 1, 3), (BOOK, 1, 10), (BOOK, 5, 12), (BOOK, 10, 17)], 18)

    assert index.offset_of(BOOK, sequence) == offset
    index.close()


def test_a_book_without_pages_leads_nowhere(folder):
    """Another book's page is never given for it."""
    index = CommandIndex(folder, "boot-1")
    index.put([], [("a/cashier", 1, 3), ("z/cashier", 1, 10)], 18)

    assert index.offset_of(BOOK, 1) is None
    assert index.offset_of("a/audit", 1) is None
    index.close()


def test_it_grows_beyond_its_first_size(folder, monkeypatch):
    """A full map is made larger, and nothing that was being kept is lost."""
    monkeypatch.setattr("services.chassis.command_index._MAP_BYTES", 1 << 16)
    index = CommandIndex(folder, "boot-1")
    ids = [f"0190163d-8694-739b-aea5-{n:012x}" for n in range(3_000)]

    index.put([(command_key(BOOK, i), ENTRY.to_bytes()) for i in ids], [], 5)

    assert all(index.get(command_key(BOOK, i)) == ENTRY for i in ids)
    index.close()


def test_an_id_costs_no_memory_of_its_own(folder):
    """200,000 ids take less than 20 bytes each of the process's own memory."""
    index = CommandIndex(folder, "boot-1")
    chance = random.Random(7)
    process = psutil.Process()

    def own_bytes():
        memory = process.memory_info()
        return memory.rss - memory.shared

    before = own_bytes()
    for batch in range(200):
        keys = [
            command_key(BOOK, f"0190163d-{batch:04x}-7{n:03x}-aea5-{chance.getrandbits(48):012x}")
            for n in range(1_000)
        ]
        index.put([(key, ENTRY.to_bytes()) for key in keys], [], batch)

    assert (own_bytes() - before) / 200_000 < 20
    index.close()


def test_the_highest_id_of_a_book_is_its_own(folder):
    """A book's highest key is found between its neighbours', and none where it has none."""
    index = CommandIndex(folder, "boot-1")
    ids = ["0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-8694-739b-aea5-966c26f8ad90"]
    for book in ("a/cashier", BOOK, "z/cashier"):
        index.put([(command_key(book, i), ENTRY.to_bytes()) for i in ids], [], 1)

    assert index.highest(BOOK) == command_key(BOOK, ids[0])
    assert index.highest("z/cashier") == command_key("z/cashier", ids[0])
    assert [index.highest("m/cashier"), index.highest("zz/cashier")] == [b"", b""]
    index.close()
