"""Whatever the order in which books interleave, whoever dies between: the same rows."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live_rows import paper_rows
from tests.paper_warehouse import PaperStreams
from tests.unit.streams.stories import STORIES, Teller


def pages_in(casino, order):
    """Return (service, offset, page) of both books in an order that keeps each book's own."""
    waiting = {s: list(enumerate(getattr(casino, s).pages)) for s in ("compliance", "cashier")}
    while any(waiting.values()):
        service = order.choice([s for s, pages in waiting.items() if pages])
        yield service, *waiting[service].pop(0)


@settings(deadline=None)
@given(STORIES, st.randoms(use_true_random=False))
def test_rows_do_not_depend_on_how_the_books_interleave(story, order):
    """Shuffled as they like, and flushed at any moment, two books end in the same rows."""
    casino = Teller().tell(story)
    one, other = PaperStreams(), PaperStreams()

    one.take_all(casino)
    for service, offset, page in pages_in(casino, order):
        other.take(service, offset, page)
        if order.random() < 0.3:
            other.flush()
    other.flush()

    assert not one.partition.stopped
    assert not other.partition.stopped
    assert paper_rows(one) == paper_rows(other)


@settings(deadline=None)
@given(STORIES, st.randoms(use_true_random=False))
def test_a_worker_that_is_killed_at_any_moment_is_gone_on_from(story, order):
    """Killed with rows unwritten, or written without cursors: the next one ends in the same."""
    casino = Teller().tell(story)
    whole, worker = PaperStreams(), PaperStreams()
    whole.take_all(casino)

    pages = list(pages_in(casino, order))
    for _ in range(4):
        worker = _run(worker, pages, order, until=order.randrange(len(pages) + 1)).killed()
    _run(worker, pages, order, until=len(pages)).flush()

    assert paper_rows(worker) == paper_rows(whole)


def _run(worker, pages, order, until):
    """Take in the pages from the worker's own positions on, as Kafka would deliver them."""
    for service, offset, page in pages[:until]:
        if offset >= worker.position(service):
            worker.take(service, offset, page)
            if order.random() < 0.3:
                worker.flush(cursors=order.random() < 0.5)
    return worker


def test_the_order_of_pages_is_the_books_own():
    """The shuffle itself never turns a book's pages round."""
    casino = Teller().tell([("sells", "p-1", 1), ("sells", "p-1", 1)])

    offsets = [at for s, at, _ in pages_in(casino, random.Random(7)) if s == "cashier"]

    assert offsets == [0, 1]
