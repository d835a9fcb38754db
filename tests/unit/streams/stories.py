"""Stories: anything that may happen in a casino's two books, for property tests."""

from typing import Any

from hypothesis import strategies as st

from tests.pages_of import CASH_OUT, PURCHASE, PaperCasino, next_day

PERSONS = ("p-1", "p-2", "p-3")
AMOUNTS = st.sampled_from([1, 1_000, 650_000, 950_000, 1_850_000, 1_990_000, 2_000_000])
STEPS = st.one_of(
    st.tuples(st.just("sells"), st.sampled_from(PERSONS), AMOUNTS),
    st.tuples(st.just("sells"), st.sampled_from(PERSONS), AMOUNTS),
    st.tuples(st.just("redeems"), st.sampled_from(PERSONS), AMOUNTS),
    st.tuples(st.just("waits"), st.sampled_from(PERSONS), st.sampled_from([PURCHASE, CASH_OUT])),
    st.tuples(st.just("completes")),
    st.tuples(st.just("abandons")),
    st.tuples(st.just("reverses"), st.integers(0, 20)),
    st.tuples(st.just("links"), st.sampled_from(PERSONS), st.sampled_from(PERSONS), st.booleans()),
    st.tuples(st.just("admits"), st.sampled_from(PERSONS)),
    st.tuples(st.just("sees_off"), st.sampled_from(PERSONS)),
    st.tuples(
        st.just("hears_late"),
        st.sampled_from(["admits", "sees_off"]),
        st.sampled_from(PERSONS),
        st.integers(1, 3),
    ),
    st.tuples(st.just("next_day"), st.integers(1, 3)),
    st.tuples(st.just("gathers"), st.integers(2, 6)),
)
STORIES = st.lists(STEPS, min_size=5, max_size=40)


class Teller:
    """Tells a story to a casino on paper, a page a step where it does not say that more gathers.

    What can't be told at that point is left out.
    """

    def __init__(self) -> None:
        self.casino = PaperCasino()
        self.waiting: list[str] = []
        self.made: list[str] = []
        self.gathering = 0
        self.casino.register()

    def tell(self, story: list[tuple[Any, ...]]) -> PaperCasino:
        for verb, *what in story:
            getattr(self, f"_{verb}")(*what)
            self.gathering -= 1
            if self.gathering <= 0:
                self._close_pages()
        self._close_pages()
        return self.casino

    def _sells(self, person: str, amount: int) -> None:
        self.made.append(self.casino.sells(person, amount))

    def _redeems(self, person: str, amount: int) -> None:
        self.made.append(self.casino.redeems(person, amount))

    def _waits(self, person: str, direction: int) -> None:
        self.waiting.append(self.casino.asks_for_document(person, 2_500_000, direction))

    def _completes(self) -> None:
        if self.waiting:
            self.made.append(self.waiting.pop(0))
            self.casino.completes(self.made[-1])

    def _abandons(self) -> None:
        if self.waiting:
            self.casino.abandons(self.waiting.pop())

    def _reverses(self, which: int) -> None:
        if self.made:
            self.casino.reverses(self.made.pop(which % len(self.made)))

    def _links(self, person: str, other: str, at_desk: bool) -> None:  # noqa: FBT001 - drawn with the others
        if person != other:
            self.casino.links(person, other, at_desk=at_desk)

    def _admits(self, person: str) -> None:
        self.casino.admits(person)

    def _sees_off(self, person: str) -> None:
        self.casino.sees_off(person)

    def _hears_late(self, verb: str, person: str, days: int) -> None:
        at, day = self.casino.at, self.casino.day
        self.casino.on(next_day(day, -days))
        getattr(self.casino, verb)(person)
        self.casino.at, self.casino.day = at, day

    def _next_day(self, days: int) -> None:
        self.casino.on(next_day(self.casino.day, days))

    def _gathers(self, steps: int) -> None:
        self.gathering = steps

    def _close_pages(self) -> None:
        for log in (self.casino.cashier, self.casino.compliance):
            if log.gathered:
                log.page()
