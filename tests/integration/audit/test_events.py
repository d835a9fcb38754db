"""Events: found by field, told in full, exported whole."""

from datetime import timedelta

from countroom.audit.v1.event_questions_pb2 import GetEvent, ListEvents
from countroom.cashier.v1.cashier_events_pb2 import ChipsSold
from countroom.ledger.v1.event_pb2 import BookSequence, Event
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.code_pb2 import Code

from services.chassis.pages import leaf_hash
from tests.given import EVENING
from tests.integration.audit.pages import CASINO


def listed(asker, **given):
    return list(asker.ask("ListEvents", ListEvents(casino_id=CASINO, **given)).events)


def moment(**after):
    return Timestamp(seconds=int((EVENING + timedelta(**after)).timestamp()))


def test_every_event_is_listed_once_in_the_order_of_recording(asker):
    """Two books' events come as they were recorded, rows sent twice notwithstanding."""
    events = listed(asker, page_size=1000)
    places = [(e.recorded_at.seconds, e.book, e.sequence) for e in events]

    assert places == sorted(places)
    assert [e.sequence for e in events if e.book.endswith("/cashier")] == list(range(1, 25))
    assert [e.sequence for e in events if e.book.endswith("/compliance")] == [1, 2]


def test_newest_first_is_the_same_the_other_way_round_in_pages_too(asker):
    """Seven at a time from the newest back to the first."""
    question = ListEvents(casino_id=CASINO, service="cashier", newest_first=True, page_size=7)
    sequences = []
    while True:
        answer = asker.ask("ListEvents", question)
        sequences += [e.sequence for e in answer.events]
        if not answer.next_cursor:
            break
        question.cursor = answer.next_cursor

    assert sequences == list(range(24, 0, -1))


def test_events_are_found_by_each_field(asker, receipts):
    """Service, stream, kind, person, desk, employee, command and correlation."""
    missed = receipts["missed"]

    assert len(listed(asker, service="compliance")) == 2
    assert {e.stream for e in listed(asker, stream="exchange_rate/GBP")} == {"exchange_rate/GBP"}
    assert {e.event_type for e in listed(asker, event_type="ChipsSold")} == {"ChipsSold"}
    assert len(listed(asker, event_type="ChipsSold")) == 5
    assert {e.sequence for e in listed(asker, person="p-2")} == {12, 13, 14}
    assert listed(asker, desk_id="desk-2")[0].event_type == "DeskOpened"
    assert len(listed(asker, employee_id="cashier-1")) == 23
    assert [e.sequence for e in listed(asker, command_id=missed.command_id)] == [15, 16]
    assert len(listed(asker, correlation_id="=visit-3")) == 2


def test_events_are_found_by_when_they_happened_and_were_recorded(asker):
    """From is included, before is not; days include both ends."""
    early = listed(asker, occurred_before=moment(minutes=10))
    late = listed(asker, recorded_from=moment(hours=3), service="cashier")

    assert len(early) == 1 + 6
    assert [e.sequence for e in late] == [21, 22, 23, 24]
    assert len(listed(asker, occurred_from=moment(), occurred_before=moment(minutes=11))) == 9
    assert len(listed(asker, gaming_day_from="1998-06-30", gaming_day_through="1998-06-30")) == 26
    assert listed(asker, gaming_day_through="1998-06-29") == []


def test_one_event_is_told_in_full(asker, receipts):
    """Payload, postings, bytes that the leaf hash is over, page and neighbours."""
    missed = receipts["missed"]
    event = asker.ask("GetEvent", GetEvent(casino_id=CASINO, service="cashier", sequence=16))
    carried = ChipsSold()

    assert event.payload.Unpack(carried)
    assert carried.exchange.person == "p-3"
    assert leaf_hash(event.event_bytes) == event.line.leaf_hash == missed.leaf_hash
    assert Event.FromString(event.event_bytes).sequence == 16
    assert sum(p.amount_minor for p in event.postings) == 0
    assert (event.page.first_sequence, event.page.event_count) == (15, 2)
    assert len(event.page.page_hash) == len(event.page.previous_hash) == 32
    assert list(event.neighbours.of_command) == [
        f"{missed.command_id}-1",
        f"{missed.command_id}-2",
    ]
    assert event.neighbours.previous_in_book == f"{missed.command_id}-1"
    assert event.neighbours.next_in_book == f"{receipts['foreign'].command_id}-1"


def test_an_event_is_found_by_its_id_too(asker, receipts):
    """The id and the place are two names of one event, with the exception on its first event."""
    by_id = GetEvent(casino_id=CASINO, event_id=f"{receipts['missed'].command_id}-1")
    event = asker.ask("GetEvent", by_id)

    assert event.line.sequence == 15
    assert [n.reason for n in event.exceptions] == ["identification_missed"]
    assert event.neighbours.next_in_stream == f"{receipts['missed'].command_id}-2"


def test_a_books_first_and_last_event_have_no_neighbour_beyond(asker):
    """Nothing lies before the first; after the last as known lies nothing that is known."""
    first = asker.ask("GetEvent", GetEvent(casino_id=CASINO, service="cashier", sequence=1))
    known = [BookSequence(book=f"{CASINO}/cashier", sequence=9)]
    ninth = asker.ask(
        "GetEvent", GetEvent(casino_id=CASINO, service="cashier", sequence=9, as_known_at=known)
    )

    assert first.neighbours.previous_in_book == ""
    assert first.page.previous_hash == bytes(32)
    assert ninth.neighbours.next_in_book == ""


def test_an_event_that_is_not_there_is_not_found(asker):
    """Neither one beyond the end nor one beyond the vector."""
    known = [BookSequence(book=f"{CASINO}/cashier", sequence=9)]
    beyond = GetEvent(casino_id=CASINO, service="cashier", sequence=99)
    unknown = GetEvent(casino_id=CASINO, service="cashier", sequence=10, as_known_at=known)

    assert asker.refused("GetEvent", beyond).code == Code.NOT_FOUND
    assert asker.refused("GetEvent", unknown).code == Code.NOT_FOUND


def test_an_export_streams_every_event_once(asker):
    """Book by book, each with payload and bytes; the first names the vector."""
    events = asker.exported(ListEvents(casino_id=CASINO))

    assert len(events) == 26
    assert [k.sequence for k in events[0].as_known_at] == [24, 2]
    assert not events[1].as_known_at
    assert all(e.HasField("payload") and e.event_bytes for e in events)
    assert len(asker.exported(ListEvents(casino_id=CASINO, person="p-2"))) == 3
