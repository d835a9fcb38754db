"""Book log: one book as the log has it, in runs that are held against the warehouse."""

from dataclasses import dataclass, field
from typing import Final

from services.chassis.pages import BrokenChain, Page
from services.streams.page_cursor import PageCursor, is_new
from services.streams.reconcile.tally import Difference, Tally, joined, tally_page

RUN_EVENTS: Final = 50_000
PAGES_AT_MOST: Final = 4_096


@dataclass(slots=True)
class BookLog:
    """One book. `pages` were read and not yet compared; `runs` were, and are looked at in turn.

    `broken` says why the log itself can't be gone on with, "" where it can.
    """

    book: str
    cursor: PageCursor = field(default_factory=PageCursor)
    pages: list[tuple[Tally, bytes]] = field(default_factory=list)
    runs: list[Tally] = field(default_factory=list)
    differences: dict[int, Difference] = field(default_factory=dict)
    broken: str = ""
    _turn: int = 0

    def take(self, page: Page, offset: int) -> None:
        """Take in the log's next page; one that does not follow breaks the book."""
        if self.broken:
            return
        try:
            if not is_new(self.cursor, page):
                return
        except BrokenChain as broken:
            self.broken = str(broken)
            return
        self.cursor = PageCursor(page.last_sequence, page.hash, offset + 1)
        self.pages.append((tally_page(page), page.hash))
        if len(self.pages) > PAGES_AT_MOST:
            self._join_pairs()

    def covered(self, sequence: int) -> Tally | None:
        """Return the pages not yet compared that a cursor covers, as one run; None for none."""
        count = sum(tally.last <= sequence for tally, _ in self.pages)
        tallies = [tally for tally, _ in self.pages[:count]]
        del self.pages[:count]
        return joined(tallies) if tallies else None

    def keep(self, run: Tally) -> Tally:
        """Keep a run to be looked at again, joined to the last while that is short; return it."""
        last = self.runs[-1] if self.runs else None
        if last is not None and last.events + run.events <= RUN_EVENTS:
            self.runs[-1] = last.joined(run)
        else:
            self.runs.append(run)
        return self.runs[-1]

    def next_run(self) -> Tally | None:
        """Return the run whose turn it is to be looked at again."""
        if not self.runs:
            return None
        self._turn = (self._turn + 1) % len(self.runs)
        return self.runs[self._turn]

    def hash_at(self, sequence: int) -> bytes | None:
        """Return the hash of the page that ends at a sequence, None where it is known no more."""
        if sequence == self.cursor.sequence:
            return self.cursor.page_hash
        return next((h for tally, h in self.pages if tally.last == sequence), None)

    def _join_pairs(self) -> None:
        """Make two pages one, while the streams are far behind: they will be covered together."""
        pairs = zip(self.pages[::2], self.pages[1::2], strict=False)
        odd = self.pages[-1:] if len(self.pages) % 2 else []
        self.pages = [(one.joined(other), at) for (one, _), (other, at) in pairs] + odd
