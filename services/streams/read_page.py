"""From a record's value to a reading: the page verified, its events parsed once."""

from services.chassis.pages import Page, leaf_hash
from services.streams.projections.reading import Reading, read_entries


def reading_of(page: Page, topic: str, partition: int, offset: int) -> Reading:
    """Return a page's reading; raises what read_entries raises."""
    casino_id, _, service = page.book.partition("/")
    return Reading(
        book=page.book,
        casino_id=casino_id,
        service=service,
        page_hash=page.hash,
        first_sequence=page.first_sequence,
        topic=topic,
        partition=partition,
        offset=offset,
        raw=page.events,
        leaf_hashes=[leaf_hash(event) for event in page.events],
        entries=read_entries(page.book, page.first_sequence, page.events),
    )
