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
@settings(deadline=None, max_examples=300)
@given(st.lists(STEPS, min_size=3, max_size=30))
def test_the_streams_find_what_the_desk_decided_on(steps):
    """Whatever visits, links, reversals and late facts there were, totals and documents agree."""
    story = Story()
    for step in steps:
        story.tell(step)
