"""Verification: a book holds, or the first thing that does not is named."""

from typing import Any

import pytest
from countroom.audit.v1.verification_questions_pb2 import VerificationCheck, VerifyBook
from countroom.ledger.v1.event_pb2 import BookSequence, Event

from services.chassis.pages import leaf_hash
from services.warehouse.writer import Rows
from tests.integration.audit.asker import Asker
from tests.integration.audit.conftest import filled_warehouse
from tests.integration.audit.pages import CASINO

BOOK = f"{CASINO}/cashier"


def verified(asker, service="cashier", **given):
    return asker.ask("VerifyBook", VerifyBook(casino_id=CASINO, service=service, **given))


def test_a_book_that_was_not_touched_holds(asker, evening):
    """All events and pages, to the hash that the writer holds."""
    answer = verified(asker)

    assert answer.holds, answer.failure
    assert (answer.event_count, answer.page_count) == (24, 18)
    assert answer.page_hash == evening[0].cashier.memory.tip
    assert verified(asker, "compliance").holds


def test_an_earlier_vector_is_verified_through_its_page(asker):
    """Sequence 15 lies in the page of 15 and 16, which is verified whole."""
    answer = verified(asker, as_known_at=[BookSequence(book=BOOK, sequence=15)])

    assert answer.holds, answer.failure
    assert answer.event_count == 16


@pytest.fixture(scope="module")
def touched(clickhouse, evening):
    """Return what asks of a warehouse whose cashier rows are replaced as a test says."""
    warehouse = filled_warehouse(clickhouse, "audit_touched", evening[0], times=1)
    asking = Asker(warehouse, evening[0])
    whole = {rows.table: rows for rows in evening[0].rows()}

    def ask(table: str, touch: Any) -> Any:
        rows = whole[table]
        lines = [
            dict(zip(rows.columns, line, strict=True)) for line in zip(*rows.data, strict=True)
        ]
        for name in ("event", "posting"):
            warehouse.run(f"TRUNCATE TABLE {name}")
            if name != table:
                send(whole[name])
        left = list(touch(lines))
        data = [[line[name] for line in left] for name in rows.columns]
        send(Rows(table, rows.columns, data))
        return verified(asking)

    def send(rows: Rows) -> None:
        warehouse.insert(rows.table, rows.columns, rows.data)

    yield ask
    asking.close()
    warehouse.close()


def change(sequence: int, **columns: Any) -> Any:
    """Return a touch that changes columns of one row of the cashier's."""

    def touch(lines):
        for line in lines:
            hit = line["book"] == BOOK and line["sequence"] == sequence
            yield line | columns if hit else line

    return touch


def test_the_rows_as_sent_hold(touched):
    """What the other tests change is whole before they do."""
    assert touched("event", lambda lines: lines).holds


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("person", "p-9"),
        ("desk_id", "desk-9"),
        ("employee_id", "cashier-9"),
        ("event_type", "ChipsRedeemed"),
        ("event_id", "0190163d-8694-739b-aea5-00000000000a-9"),
        ("command_id", "0190163d-8694-739b-aea5-000000000fff"),
        ("stream", "patron_session/p-9"),
        ("correlation_id", "x"),
        ("caller", "somebody"),
        ("late", True),
        ("exceptions", ["made_up"]),
        ("page_first_sequence", 3),
    ],
)
def test_a_changed_column_is_named_with_its_event(touched, column, value):
    """The event, the column, what it should be and what was found."""
    answer = touched("event", change(11, **{column: value}))

    assert not answer.holds
    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_ROW
    assert answer.failure.sequence == 11
    assert f"column {column} " in answer.failure.text
    assert answer.failure.found == str(value)
    assert answer.event_count == 9


def test_changed_bytes_are_found_by_the_leaf_hash(touched, evening):
    """The bytes of event 11 are no longer those that were hashed."""
    answer = touched("event", change(11, raw=forged(evening, 11, caller="somebody")))

    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_LEAF_HASH
    assert answer.failure.sequence == 11


def test_bytes_changed_together_with_their_leaf_hash_are_found_by_the_page(touched, evening):
    """What no column shows, the page's hash still covers: the page is named."""
    raw = forged(evening, 11, command_digest=b"another")
    changed = change(11, raw=raw, leaf_hash=leaf_hash(raw))
    answer = touched("event", changed)

    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_PAGE_HASH
    assert answer.failure.page_first_sequence == 10
    assert answer.failure.sequence == 0


@pytest.mark.parametrize("sequence", [1, 11, 24])
def test_a_missing_event_is_named_wherever_it_was(touched, sequence):
    """First, in the middle or last."""
    answer = touched(
        "event", lambda ls: (e for e in ls if (e["book"], e["sequence"]) != (BOOK, sequence))
    )

    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_COMPLETE
    assert answer.failure.sequence == sequence


def test_a_whole_page_cut_out_is_missed(touched):
    """Without the page of 15 and 16 the book does not go on."""
    answer = touched("event", lambda ls: (e for e in ls if e["sequence"] not in {15, 16}))

    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_COMPLETE
    assert answer.failure.sequence == 15


def test_an_event_made_up_before_the_first_is_found(touched):
    """A row at sequence 0 is no event of the book."""

    def touch(lines):
        lines = list(lines)
        yield from lines
        yield next(line for line in lines if line["book"] == BOOK) | {"sequence": 0}

    answer = touched("event", touch)

    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_COMPLETE
    assert answer.failure.found == "0"


@pytest.mark.parametrize(
    "touch",
    [
        change(11, amount_minor=1),
        change(11, account="vault_cash"),
        change(11, currency="GBP"),
        lambda ls: (e for e in ls if e["sequence"] != 11),
        lambda ls: [*ls, next(e for e in ls if e["sequence"] == 11) | {"place": 9}],
    ],
    ids=["amount", "account", "currency", "missing", "made up"],
)
def test_a_posting_that_is_not_the_events_is_named(touched, touch):
    """The event's bytes say what was posted; the rows must say the same."""
    answer = touched("posting", lambda lines: list(touch(list(lines))))

    assert answer.failure.check == VerificationCheck.VERIFICATION_CHECK_POSTINGS
    assert answer.failure.sequence == 11


def forged(evening, sequence: int, **fields: Any) -> bytes:
    """Return an event's bytes with fields of the envelope changed."""
    raws = [raw for page in evening[0].cashier.pages() for raw in page.events]
    event = Event.FromString(raws[sequence - 1])
    for name, value in fields.items():
        setattr(event, name, value)
    return event.SerializeToString(deterministic=True)
