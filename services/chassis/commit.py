"""Commit: what gathers while the last one is in flight, and the pages it becomes."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from services.chassis.kafka_log import Record
from services.chassis.pages import EVENT_OVERHEAD_BYTES, MAX_BODY_BYTES, Page, write_page

_PAGE_HEAD_BYTES = 256

Decided = tuple[bytes, ...]
"""The events of one decision: never torn between two pages."""


@dataclass(slots=True)
class Commit:
    """Decisions of a partition's books that go to the log together, all or none.

    `done` is set once they are committed, and fails if that is in doubt.
    """

    done: asyncio.Future[None]
    decisions: dict[str, list[Decided]] = field(default_factory=dict)
    first_sequences: dict[str, int] = field(default_factory=dict)
    entries: dict[bytes, bytes] = field(default_factory=dict)
    directory: list[Record] = field(default_factory=list)
    events: int = 0
    began_ns: int = 0

    def add(self, book: str, first_sequence: int, decided: Decided, now_ns: int) -> None:
        """Take in one decision of a book."""
        if not self.events:
            self.began_ns = now_ns
        self.first_sequences.setdefault(book, first_sequence)
        self.decisions.setdefault(book, []).append(decided)
        self.events += len(decided)

    def pages(self, tips: Mapping[str, bytes]) -> list[tuple[Page, bytes]]:
        """Return the pages in the order to append them; `tips` are the books' last page hashes."""
        return [
            made
            for book, decisions in self.decisions.items()
            for made in _pages(book, self.first_sequences[book], tips[book], decisions)
        ]


def _pages(
    book: str, first_sequence: int, tip: bytes, decisions: list[Decided]
) -> list[tuple[Page, bytes]]:
    pages: list[tuple[Page, bytes]] = []
    for events in _filled(decisions):
        page, value = write_page(book, first_sequence, tip, events)
        pages.append((page, value))
        first_sequence, tip = page.last_sequence + 1, page.hash
    return pages


def _filled(decisions: list[Decided]) -> list[list[bytes]]:
    """Return the events page by page, each as full as a body may be, no decision torn."""
    filled: list[list[bytes]] = [[]]
    room = MAX_BODY_BYTES - _PAGE_HEAD_BYTES
    for decided in decisions:
        size = sum(map(len, decided)) + len(decided) * EVENT_OVERHEAD_BYTES
        if size > room and filled[-1]:
            filled.append([])
            room = MAX_BODY_BYTES - _PAGE_HEAD_BYTES
        filled[-1].extend(decided)
        room -= size
    return filled
