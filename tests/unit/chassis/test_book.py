"""A book: each command once, each event numbered, each answer the same the second time."""

from dataclasses import replace

import pytest
from countroom.cashier.v1.cashier_service_pb2 import EnterOpeningBalance, OpenDesk, SellChips
from countroom.cashier.v1.exchange_pb2 import CashPayment, ChipPayment
from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader, SourcePosition, Timing
from countroom.ledger.v1.money_pb2 import Money
from google.protobuf.timestamp_pb2 import Timestamp

from services.cashier.domain.routes import CASHIER
from services.chassis.book import BookRefusal
from services.chassis.index_replay import entries_of
from services.chassis.pages import BrokenChain, Gap
from services.kernel.refusal import Refused
from tests.given import EVENING
from tests.unit.chassis.paper_partition import NOW_US, PaperFacts, PaperPartition

AT = int(EVENING.timestamp())


def header(number=1, seconds=AT, **more):
    return CommandHeader(
        command_id=f"0190163d-8694-739b-aea5-{number:012x}",
        casino_id="st-julians",
        occurred_at=Timestamp(seconds=seconds),
        actor=Actor(employee_id="cashier-1", terminal_id="t-1"),
        **more,
    )


def opening(number=1, account="vault_cash", amount_minor=10**9, **more):
    balance = Money(currency="MTL", amount_minor=amount_minor)
    return EnterOpeningBalance(
        header=header(number, **more), account=account, balance=balance, basis="counted"
    )


def desk(number=3, desk_id="desk-1", **more):
    cash = [Money(currency="MTL", amount_minor=5_000_000)]
    return OpenDesk(
        header=header(number, **more), desk_id=desk_id, cash=cash, chips_minor=9_000_000
    )


def sale(number=10, amount_minor=50_000, **more):
    payment = ChipPayment(cash=CashPayment(amount_minor=amount_minor))
    return SellChips(header=header(number, **more), desk_id="desk-1", person="p-1", payment=payment)


@pytest.fixture
def partition():
    paper = PaperPartition(CASHIER)
    for command in (opening(1), opening(2, "vault_chips"), desk(3)):
        paper.ask(command)
    return paper


def refusal(partition, command):
    with pytest.raises(Refused) as refused:
        partition.ask(command)
    return refused.value.reason


def test_a_repeat_is_answered_with_the_first_receipt(partition):
    """The same command sent twice causes its events once."""
    first = partition.ask(sale())
    sequence = partition.memory.sequence
    again = partition.ask(sale())

    assert (again.replayed, sequence) == (True, partition.memory.sequence)
    again.replayed = False
    assert first == again


def test_a_repeat_may_be_stamped_anew(partition):
    """occurred_at is no part of what makes a command the same."""
    partition.ask(sale())

    assert partition.ask(sale(seconds=AT + 60)).replayed


def test_an_id_reused_for_another_command_is_refused(partition):
    """A receipt never answers for a command it was not given for."""
    partition.ask(sale())

    assert refusal(partition, sale(amount_minor=1)) is BookRefusal.COMMAND_ID_REUSED
    assert refusal(partition, desk(10, "desk-2")) is BookRefusal.COMMAND_ID_REUSED


def test_a_refusal_does_not_burn_the_id_and_leaves_no_trace(partition):
    """What was refused may be put right and sent again under its id."""
    before = (partition.memory.sequence, dict(partition.memory.balances))
    refusal(partition, sale(amount_minor=0))

    assert before == (partition.memory.sequence, partition.memory.balances)
    assert partition.ask(sale()).first_sequence == before[0] + 1


def test_a_caller_who_decided_on_an_older_version_is_told_so(partition):
    """expected_version is the stream's, and only the newest passes."""
    partition.ask(sale())

    assert refusal(partition, sale(11, expected_version=0)) is BookRefusal.STREAM_MOVED
    assert partition.ask(sale(11, expected_version=2)).stream_version == 3


@pytest.mark.parametrize(
    ("sent", "reason"),
    [(1, BookRefusal.SOURCE_SEQUENCE_REUSED), (3, BookRefusal.SOURCE_SEQUENCE_GAP), (2, None)],
)
def test_a_bulk_source_counts_without_a_gap(partition, sent, reason):
    """Each source has its own high-water mark; what it has passed is only good as a repeat."""
    partition.ask(sale(source=SourcePosition(source_id="s", source_sequence=1)))
    command = sale(11, source=SourcePosition(source_id="s", source_sequence=sent))

    if reason:
        assert refusal(partition, command) is reason
    else:
        assert partition.ask(command).first_sequence > 0


@pytest.mark.parametrize(
    ("ahead_s", "suspect"), [(5 * 60, False), (5 * 60 + 1, True), (24 * 60 * 60, True)]
)
def test_a_clock_that_runs_ahead_is_flagged(partition, ahead_s, suspect):
    """More than five minutes ahead is recorded and marked."""
    partition.ask(sale(seconds=AT + ahead_s))

    event = Event.FromString(partition.pages()[-1].events[-1])
    assert suspect is event.clock_suspect


def test_more_than_a_day_ahead_is_refused(partition):
    """A date nobody can mean is no fact."""
    late = sale(seconds=AT + 24 * 60 * 60 + 1)

    assert refusal(partition, late) is BookRefusal.OCCURRED_TOO_FAR_AHEAD


def test_recorded_at_never_runs_backwards(partition):
    """A ledger's clock that is set back does not make a later event earlier."""
    partition.ask(sale())
    partition.now_us = NOW_US - 3_600_000_000

    assert partition.ask(sale(11)).recorded_at.ToMicroseconds() == NOW_US


def test_old_facts_refuse_what_has_not_happened_and_flag_what_has():
    """While another book is too far behind, nothing new is allowed on its word."""
    partition = PaperPartition(CASHIER)
    for command in (opening(1), opening(2, "vault_chips"), desk(3)):
        partition.ask(command)
    partition.facts.is_stale = True

    assert refusal(partition, sale()) is BookRefusal.HOUSE_STALE
    receipt = partition.ask(sale(timing=Timing.TIMING_AFTER))
    assert "house_stale" in [note.reason for note in receipt.exceptions]


def test_the_envelope_says_who_when_and_under_what(partition):
    """The days are the casino's, the licence the ledger's own finding."""
    partition.ask(sale(correlation_id="visit-9"), caller="desk-system-1")
    event = Event.FromString(partition.pages()[-1].events[0])

    assert (event.book, event.stream, event.gaming_day, event.accounting_day) == (
        "st-julians/cashier",
        "patron_session/p-1",
        "1998-06-30",
        "1998-06-30",
    )
    assert (event.actor.licence_id, event.caller, event.rulebook, event.correlation_id) == (
        "L-cashier-1",
        "desk-system-1",
        "malta_1998@1",
        "visit-9",
    )


def test_a_book_replayed_from_its_pages_is_the_same_book(partition):
    """Memory is only what the log says: states, balances, versions, and the repeats' answers."""
    for number in range(10, 30):
        partition.ask(sale(number))
    replayed, index = partition.empty_memory(), {}
    for page in partition.pages():
        facts = list(replayed.replay(page))
        read = [(*pair, raw) for pair, raw in zip(facts, page.events, strict=True)]
        index |= dict(entries_of(read, replayed.payload))

    live = partition.memory
    assert (replayed.states, replayed.versions) == (live.states, live.versions)
    assert (replayed.balances, replayed.tip) == (live.balances, live.tip)
    assert (replayed.sequence, replayed.recorded_us) == (live.sequence, live.recorded_us)
    assert index == partition.index
    assert replayed.is_in_balance()


def test_a_missing_or_foreign_page_breaks_the_replay(partition):
    """Nothing can be taken out of a book, or put in from another, unseen."""
    pages = partition.pages()

    with pytest.raises(Gap):
        list(partition.empty_memory().replay(pages[1]))
    memory = partition.empty_memory()
    list(memory.replay(pages[0]))
    with pytest.raises(BrokenChain):
        list(memory.replay(replace(pages[1], previous_hash=b"\x01" * 32)))


def test_a_casino_that_is_not_registered_yet_has_the_day_of_utc():
    """Before its zone is known, the first event's day is the calendar's."""
    partition = PaperPartition(CASHIER, facts=PaperFacts(terms=None))

    assert partition.book.house.day_of(AT) == "1998-06-30"
