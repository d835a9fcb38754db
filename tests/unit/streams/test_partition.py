"""Books of one partition: repeats skipped, gaps stop the book, the others go on."""

import pytest

from services.chassis.pages import FIRST_PREVIOUS_HASH, write_page
from services.streams.topics import events_topic
from tests.pages_of import PaperCasino
from tests.paper_warehouse import PaperStreams

CASHIER, COMPLIANCE = "st-julians/cashier", "st-julians/compliance"


@pytest.fixture
def casino():
    """Return a casino with a compliance page and three pages of one sale each."""
    opened = PaperCasino()
    opened.register()
    opened.compliance.page()
    for _ in range(3):
        opened.sells("p-1", 1_000)
        opened.cashier.page()
    return opened


@pytest.fixture
def streams(casino):
    """Return a worker that has read the registration."""
    worker = PaperStreams()
    worker.take("compliance", 0, casino.compliance.pages[0])
    return worker


def sequence(streams, book=CASHIER):
    cursor = streams.partition.cursors.get(book)
    return cursor.sequence if cursor else 0


def test_pages_move_a_book_on(casino, streams):
    """Each page is folded once and the cursor is its last sequence."""
    for offset, value in enumerate(casino.cashier.pages):
        streams.take("cashier", offset, value)

    assert sequence(streams) == 4
    streams.flush()
    assert len(streams.warehouse.rows("event")) == 5


def test_a_repeated_page_changes_nothing(casino, streams):
    """A page that is delivered again, at once or later, is skipped."""
    for place in (0, 0, 1, 0, 1, 2, 2):
        streams.take("cashier", place, casino.cashier.pages[place])
    streams.flush()

    assert sequence(streams) == 4
    (session,) = streams.warehouse.rows("patron_session")
    assert (session["purchase_count"], session["purchases_minor"]) == (3, 3_000)


def test_a_flush_between_reading_and_folding_does_not_pass_the_page(casino, streams):
    """Its state may still be on its way: a worker that dies then reads the page again."""
    topic = events_topic("cashier")
    streams.take("cashier", 0, casino.cashier.pages[0])
    reading = streams.partition.read(topic, 1, CASHIER.encode(), casino.cashier.pages[1])

    assert (reading.first_sequence, streams.partition.low_water(topic)) == (3, 1)
    streams.partition.passed(topic, 1)
    assert streams.partition.low_water(topic) == 2


def test_a_missing_page_stops_the_book_and_no_other(casino, streams):
    """A gap is an alarm; another book's pages are still taken in."""
    streams.take("cashier", 0, casino.cashier.pages[0])
    streams.take("cashier", 2, casino.cashier.pages[2])
    casino.admits("p-1")
    streams.take("compliance", 1, casino.compliance.page())

    assert "Gap" in streams.partition.stopped[CASHIER].reason
    assert (sequence(streams), sequence(streams, COMPLIANCE)) == (2, 2)


def test_a_stopped_book_stays_stopped(casino, streams):
    """What follows a gap is not taken, even where its numbers would fit."""
    streams.take("cashier", 0, casino.cashier.pages[0])
    streams.take("cashier", 2, casino.cashier.pages[2])
    streams.take("cashier", 3, casino.cashier.pages[1])

    assert sequence(streams) == 2


def test_a_stopped_book_is_read_again_from_its_page(casino, streams):
    """The next worker starts at the page that stopped it, whatever the others have read since."""
    streams.take("cashier", 0, casino.cashier.pages[0])
    streams.take("cashier", 1, casino.cashier.pages[2])
    other = PaperCasino("sliema")
    other.register()
    other.sells("p-9", 1_000)
    streams.take("compliance", 1, other.compliance.page(), "sliema")
    streams.take("cashier", 2, other.cashier.page(), "sliema")
    streams.flush()

    again = streams.killed()

    assert again.position("cashier") == 1
    again.take("cashier", 1, casino.cashier.pages[1])
    assert sequence(again) == 3
    again.take("cashier", 2, other.cashier.pages[0], "sliema")
    assert sequence(again, "sliema/cashier") == 2


def test_a_page_that_names_another_before_it_stops_the_book(casino, streams):
    """The numbers fit and the chain does not: it is not the book that was read so far."""
    streams.take("cashier", 0, casino.cashier.pages[0])
    casino.cashier.sequence, casino.cashier.previous_hash = 2, FIRST_PREVIOUS_HASH
    casino.sells("p-1", 9_999)
    streams.take("cashier", 1, casino.cashier.page())

    assert "BrokenChain" in streams.partition.stopped[CASHIER].reason


def test_a_page_that_was_another_before_stops_the_book(casino, streams):
    """The same numbers with other content can't be a repeat."""
    streams.take("cashier", 0, casino.cashier.pages[0])
    twin = PaperCasino()
    twin.sells("p-1", 9_999)
    streams.take("cashier", 1, twin.cashier.page())

    assert "BrokenChain" in streams.partition.stopped[CASHIER].reason


@pytest.mark.parametrize("value", [b"", b"no page at all", b"\x01\x00" + bytes(40)])
def test_what_is_no_page_stops_the_book_of_its_key(streams, value):
    """Bytes that can't be read are an alarm for the book that the record names."""
    streams.take("cashier", 0, value)

    assert "MalformedPage" in streams.partition.stopped[CASHIER].reason


def test_an_event_of_another_book_stops_the_book(casino, streams):
    """A page is held against its events: each must be of its book and at its place."""
    casino.cashier.gathered = []
    casino.sells("p-1", 1_000)
    events = list(casino.cashier.gathered)
    _, value = write_page(CASHIER, 1, FIRST_PREVIOUS_HASH, events)
    streams.take("cashier", 0, value)

    assert "Misplaced" in streams.partition.stopped[CASHIER].reason


def test_pages_that_come_before_the_registration_wait_for_it(casino):
    """A cashier's page needs the casino's terms; it is folded once they are read."""
    streams = PaperStreams()
    for offset, value in enumerate(casino.cashier.pages):
        streams.take("cashier", offset, value)
    assert sequence(streams) == 0

    streams.take("compliance", 0, casino.compliance.pages[0])

    assert sequence(streams) == 4
    streams.flush()
    assert len(streams.warehouse.rows("exchange")) == 3


def test_pages_that_wait_are_read_again_by_the_next_worker(casino):
    """What was looked at and not folded is not behind the position that is kept."""
    streams = PaperStreams()
    streams.take("cashier", 0, casino.cashier.pages[0])

    assert streams.partition.low_water(events_topic("cashier")) == 0


def test_a_page_that_waited_is_not_passed_before_it_is_folded(casino):
    """Rows may be flushed while waiting pages are folded: the position stays before the rest."""
    streams = PaperStreams()
    for offset, value in enumerate(casino.cashier.pages):
        streams.take("cashier", offset, value)
    partition, topic = streams.partition, events_topic("compliance")
    registration = partition.read(topic, 0, COMPLIANCE.encode(), casino.compliance.pages[0])
    partition.fold(registration, streams.buffer)

    positions = []
    for waited in partition.no_longer_waiting("st-julians"):
        positions.append(partition.low_water(events_topic("cashier")))
        partition.fold(waited, streams.buffer)

    assert positions == [0, 1, 2]
    assert partition.low_water(events_topic("cashier")) == 3
