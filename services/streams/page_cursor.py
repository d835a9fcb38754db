"""Page cursor: exactly once, whatever the broker delivers; it shows a repeat and a loss alike."""

from dataclasses import dataclass

from services.chassis.pages import FIRST_PREVIOUS_HASH, BrokenChain, Page, require_next
from services.streams.projections.reading import Reading


@dataclass(frozen=True, slots=True)
class PageCursor:
    """How far a book has been taken in: last sequence, its page's hash, offset after that page."""

    sequence: int = 0
    page_hash: bytes = FIRST_PREVIOUS_HASH
    next_offset: int = 0


def is_new(cursor: PageCursor, page: Page) -> bool:
    """Say whether a page goes on where the cursor stands; a repeat does not.

    Raises Gap or BrokenChain for a page that is neither, and for a repeat that is another page.
    """
    if page.last_sequence > cursor.sequence:
        require_next(page, cursor.sequence, cursor.page_hash)
        return True
    if page.last_sequence == cursor.sequence and page.hash != cursor.page_hash:
        raise BrokenChain(f"{page.book}: page {page.first_sequence} was another before")
    return False


def after(reading: Reading) -> PageCursor:
    """Return the cursor once a page has been taken in."""
    return PageCursor(reading.last_sequence, reading.page_hash, reading.offset + 1)
