"""Verification of a book: its rows, in stretches, through the verifier."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from countroom.audit.v1.verification_questions_pb2 import BookVerification, VerifyBook

from services.audit.reading import Reading, Row
from services.audit.verification.book import BookVerifier, Fails
from services.chassis import answers
from services.chassis.answers import Answered

STRETCH: Final = 20000
# Before the first sequence there is, so that a row at 0 is found too.
_BEFORE_ALL: Final = -1


def verify_book(reading: Reading, question: VerifyBook) -> tuple[BookVerification, tuple[str, ...]]:
    """Answer VerifyBook: through the page that holds the vector's sequence of the book."""
    book, through = (
        f"{question.casino_id}/{question.service}",
        reading.sequence_of(question.service),
    )
    if not through:
        text = f"Nothing of {book} is known at this vector, so there is nothing to verify."
        raise Answered(answers.failed_precondition("book_not_read", text, {"book": book}))
    verifier = BookVerifier(book)
    answer = BookVerification(book=book, holds=True)
    try:
        _take_all(reading, verifier, through)
        verifier.require_end(through, _hash_at(reading, book, through))
    except Fails as fails:
        answer.holds = False
        answer.failure.CopyFrom(fails.failure)
    answer.event_count, answer.page_count = verifier.sequence, verifier.pages
    answer.page_hash = verifier.tip
    return answer, ()


def _take_all(reading: Reading, verifier: BookVerifier, through: int) -> None:
    for rows, postings in _stretches(reading, verifier.book):
        for row in rows:
            begins_page = row["page_first_sequence"] == row["sequence"]
            if row["sequence"] > through and begins_page:
                verifier.close_page()
                return
            verifier.take(row, postings)
    verifier.close_page()


def _stretches(
    reading: Reading, book: str
) -> Iterator[tuple[Sequence[Row], Mapping[int, Sequence[tuple[Any, ...]]]]]:
    after = _BEFORE_ALL
    while True:
        rows = reading.rows(
            "event_verification", book=book, after_sequence=after, row_limit=STRETCH
        )
        if not rows:
            return
        last = rows[-1]["sequence"]
        postings: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for sequence, *posting in (
            row.values()
            for row in reading.rows(
                "posting_verification", book=book, after_sequence=after, through_sequence=last
            )
        ):
            postings[sequence].append(tuple(posting))
        yield rows, postings
        if len(rows) < STRETCH:
            return
        after = last


def _hash_at(reading: Reading, book: str, sequence: int) -> str:
    """Return the hash of the page read last, as hex; "" where the vector is an older one."""
    return next(
        (
            row["page_hash_hex"]
            for row in reading.rows("cursor")
            if row["book"] == book and row["sequence"] == sequence
        ),
        "",
    )
