"""What the desks hold against the limit is what the streams find from the log (M46.4)."""

from typing import Any

import pytest
from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE
from hypothesis import given, settings
from hypothesis import strategies as st

from services.cashier.domain.one_person import one_person
from services.cashier.domain.standing import person_window, standing
from services.kernel.money import exact
from tests.two_books import TwoBooks, told

PERSONS = st.sampled_from(["p-1", "p-2", "p-3"])
AMOUNTS = st.sampled_from([1, 400_000, 1_000_000, 1_500_000, 2_000_001])
DOCUMENTS = st.sampled_from(["", "", "", "doc-1", "doc-2"])
BACK = st.sampled_from([0, 0, 0, 0, 0, 1, 12, 24, 48, 96])
PLACES = st.integers(0, 9)
STEPS = st.one_of(
    st.tuples(st.sampled_from(["sell", "redeem"]), PERSONS, AMOUNTS, DOCUMENTS, BACK),
    st.tuples(st.sampled_from(["sell", "redeem"]), PERSONS, AMOUNTS, DOCUMENTS, BACK),
    st.tuples(st.just("complete"), PLACES, st.sampled_from(["doc-1", "doc-2", "doc-3"])),
    st.tuples(st.just("abandon"), PLACES),
    st.tuples(st.just("reverse"), PLACES),
    st.tuples(st.just("admit"), PERSONS, DOCUMENTS, BACK),
    st.tuples(st.just("admit"), PERSONS, DOCUMENTS, BACK),
    st.tuples(st.just("leave"), PERSONS, BACK),
    st.tuples(st.just("identify"), PERSONS, st.sampled_from(["doc-1", "doc-2"])),
    st.tuples(st.just("pass_time"), st.sampled_from([1, 3, 8, 16, 24, 48])),
)


class Story:
    """Tells a story to both books and, after each exchange, holds the streams against the desk."""

    def __init__(self) -> None:
        self.books = TwoBooks()
        self.waiting: list[tuple[str, str]] = []
        self.made: list[tuple[str, str]] = []

    def tell(self, step: tuple[Any, ...]) -> None:
        name, *said = step
        if name in {"complete", "abandon", "reverse"}:
            known = self.made if name == "reverse" else self.waiting
            if not known:
                return
            place, *more = said
            step = (name, *known.pop(place % len(known)), *more)
        receipt = told(self.books, step)
        if receipt is not None and name in {"sell", "redeem", "complete"}:
            self._hold(receipt)

    def _hold(self, receipt: Any) -> None:
        exchange, kind = self.books.last_event().exchange, receipt.event_types[-1]
        waits = kind == "IdentificationRequired"
        known = self.waiting if waits else self.made
        known.append((exchange.person, exchange.exchange_id))
        rows = self.books.follow()
        if "patron_session_forgotten" in {note.reason for note in receipt.exceptions}:
            return
        (row,) = [
            row
            for row in rows
            if row["person"] == exchange.person
            and row["patron_session_id"] == exchange.patron_session_id
        ]
        side = "purchases" if exchange.direction == DIRECTION_PURCHASE else "cash_outs"
        worth = exact(exchange.exact_minor) if waits else 0
        assert counted(row, side)[0] + worth == exact(exchange.session_total_minor)
        remembered = self._remembered(exchange.person)
        if remembered is not None:
            assert remembered == (counted(row, "purchases"), counted(row, "cash_outs"))

    def _remembered(self, name: str) -> Any:
        """Return what the desks hold against the person, None where they say that it is not all."""
        cashier = self.books.cashier
        house = cashier.book.house
        house.sealed = None
        person = one_person(name, cashier.memory.state(f"patron_session/{name}"), house)
        window = person_window(person, house)
        if not window.is_all_known:
            return None
        found = standing(person.tokens, window)
        return tuple((tally.total, tally.is_identified) for tally in found[:2])


def counted(row: dict[str, Any], side: str) -> tuple[Any, bool]:
    numerator, denominator = (
        row[f"counted_{side}_numerator"],
        row[f"counted_{side}_denominator"],
    )
    assert denominator == 1
    return numerator, row[f"counted_{side}_identified"]


@pytest.mark.obligation("M46.4")
@pytest.mark.obligation("M46.4.session")
@settings(deadline=None, max_examples=200)
@given(st.lists(STEPS, min_size=8, max_size=60))
def test_the_streams_find_what_the_desk_decided_on(steps):
    """Whatever visits, links, reversals and late facts there were, totals and documents agree."""
    story = Story()
    for step in steps:
        story.tell(step)


def sums(books):
    """Return each row's own and counted purchases, by token and session."""
    return {
        (row["person"], row["patron_session_id"]): (
            row["purchases_minor"],
            row["counted_purchases_minor"],
        )
        for row in books.follow()
    }


@pytest.mark.obligation("M46.4.session")
def test_a_visit_without_an_exit_ends_when_the_person_is_let_in_again():
    """Until then it goes on, on later gaming days too; from then on there is a new one."""
    books = TwoBooks()
    books.admit("p-1")
    books.sell("p-1", 700_000)
    books.pass_time(48)
    books.sell("p-1", 500_000)
    books.pass_time(24)
    books.admit("p-1")
    books.sell("p-1", 900_000)

    assert sums(books) == {
        ("p-1", "1998-06-30/1"): (1_200_000, 1_200_000),
        ("p-1", "1998-07-03/1"): (900_000, 900_000),
    }


@pytest.mark.obligation("M46.4")
def test_a_link_counts_back_through_the_open_session_and_no_further():
    """Yesterday's sessions stay two persons', until something of them is told after the link."""
    books = TwoBooks()
    for person in ("p-1", "p-2"):
        books.sell(person, 1_000_000)
    books.pass_time(24)
    for person in ("p-1", "p-2"):
        books.sell(person, 600_000, "doc-1")

    today = {("p-1", "1998-07-01/1"): (600_000, 1_200_000)}
    today |= {("p-2", "1998-07-01/1"): (600_000, 1_200_000)}
    yesterday = {(p, "1998-06-30/1"): (1_000_000, 1_000_000) for p in ("p-1", "p-2")}
    assert sums(books) == today | yesterday
    late = books.sell("p-1", 1, back=24)
    assert ["identification_missed"] == [note.reason for note in late.exceptions]
    assert sums(books) == today | {
        ("p-1", "1998-06-30/1"): (1_000_001, 2_000_001),
        ("p-2", "1998-06-30/1"): (1_000_000, 2_000_001),
    }


def test_what_the_entrance_tells_late_finds_its_visit():
    """An exit of before, or an older entry, changes nothing of the visit that goes on."""
    books = TwoBooks()
    books.admit("p-1", back=72)
    books.pass_time(1)
    books.admit("p-1")
    books.leave("p-1", back=48)
    books.sell("p-1", 400_000)
    books.pass_time(24)
    books.sell("p-1", 500_000)

    assert sums(books) == {("p-1", "1998-06-30/1"): (900_000, 900_000)}
    (row,) = books.follow()
    assert (row["visit_entered_at"], row["visit_left_at"]) == (899_236_800_000_000, None)
