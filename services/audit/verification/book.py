"""Book verifier: takes a book's rows in order and says what first does not hold."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from countroom.audit.v1.verification_questions_pb2 import VerificationCheck, VerificationFailure
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.message import DecodeError

from services.audit.answers.fields import as_bytes
from services.audit.payloads import fact_of
from services.audit.reading import Row
from services.audit.verification.row import event_row, posting_rows
from services.chassis.pages import FIRST_PREVIOUS_HASH, leaf_hash, page_body, page_hash

Check = VerificationCheck
Postings = Mapping[int, Sequence[tuple[Any, ...]]]


class Fails(Exception):
    """Something does not hold; carries what the answer says of it."""

    def __init__(self, failure: VerificationFailure) -> None:
        super().__init__(failure.text)
        self.failure = failure


class BookVerifier:
    """How far a book holds: events, pages and the hash of the last one."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.sequence, self.pages, self.tip = 0, 0, FIRST_PREVIOUS_HASH
        self._first, self._claimed = 0, ""
        self._raws: list[bytes] = []

    def take(self, row: Row, postings: Postings) -> None:
        """Check the next row; raise Fails. `postings` holds its posting rows by sequence."""
        sequence = self.sequence + len(self._raws) + 1
        if row["sequence"] != sequence:
            raise self._fails(
                Check.VERIFICATION_CHECK_COMPLETE, sequence,
                "the event is missing, or its sequence was changed", sequence, row["sequence"],
            )  # fmt: skip
        if row["page_first_sequence"] == sequence and row["page_hash_hex"] != self._claimed:
            self.close_page()
            self._first, self._claimed = sequence, row["page_hash_hex"]
        raw = as_bytes(row["raw"])
        self._check_leaf(sequence, row, raw)
        event, fact = self._event(sequence, raw)
        self._check_columns(sequence, row, event_row(event, fact))
        self._check_postings(sequence, event, postings.get(sequence, ()))
        self._raws.append(raw)

    def close_page(self) -> None:
        """Check the page whose rows have all been taken; raise Fails."""
        if not self._raws:
            return
        body = page_body(self.book, self._first, self.tip, self._raws)
        found = page_hash(self.tip, body)
        if found.hex().upper() != self._claimed:
            raise self._fails(
                Check.VERIFICATION_CHECK_PAGE_HASH, 0,
                f"the hash over the page before and events {self._first} to "
                f"{self._first + len(self._raws) - 1} is not the page's",
                self._claimed.lower(), found.hex(),
            )  # fmt: skip
        self.sequence += len(self._raws)
        self.pages, self.tip, self._raws = self.pages + 1, found, []

    def require_end(self, sequence: int, hash_hex: str) -> None:
        """Raise Fails unless the book reaches `sequence`, and there ends with this page's hash."""
        if self.sequence < sequence:
            raise self._fails(
                Check.VERIFICATION_CHECK_COMPLETE, self.sequence + 1,
                f"the events after {self.sequence} are missing", sequence, self.sequence,
            )  # fmt: skip
        if self.sequence == sequence and hash_hex and self.tip.hex().upper() != hash_hex:
            raise self._fails(
                Check.VERIFICATION_CHECK_END, 0,
                "the last page is not the one that was read last from the log",
                hash_hex.lower(), self.tip.hex(),
            )  # fmt: skip

    def _check_leaf(self, sequence: int, row: Row, raw: bytes) -> None:
        found = leaf_hash(raw).hex()
        if found.upper() != row["leaf_hash_hex"]:
            raise self._fails(
                Check.VERIFICATION_CHECK_LEAF_HASH, sequence,
                "the leaf hash is not that of the event's bytes",
                row["leaf_hash_hex"].lower(), found,
            )  # fmt: skip

    def _event(self, sequence: int, raw: bytes) -> tuple[Event, Any]:
        try:
            event = Event.FromString(raw)
        except DecodeError:
            event = Event()
        fact = fact_of(event)
        if event.book != self.book or fact is None:
            text = "the bytes are no event of this book that this version can read"
            raise self._fails(
                Check.VERIFICATION_CHECK_ROW, sequence, text, self.book, event.book or "none"
            )
        return event, fact

    def _check_columns(self, sequence: int, row: Row, of_event: dict[str, Any]) -> None:
        page = {"page_first_sequence": self._first, "page_hash_hex": self._claimed}
        for name, expected in (of_event | page).items():
            if row[name] != expected:
                text = f"column {name} is not what the event's bytes and its page say"
                raise self._fails(Check.VERIFICATION_CHECK_ROW, sequence, text, expected, row[name])

    def _check_postings(
        self, sequence: int, event: Event, found: Sequence[tuple[Any, ...]]
    ) -> None:
        expected = posting_rows(event)
        if list(found) != expected:
            raise self._fails(
                Check.VERIFICATION_CHECK_POSTINGS, sequence,
                "the posting rows are not the postings in the event's bytes",
                expected, list(found),
            )  # fmt: skip
        totals: defaultdict[str, int] = defaultdict(int)
        for posting in event.postings:
            totals[posting.currency] += posting.amount_minor
        if any(totals.values()):
            raise self._fails(
                Check.VERIFICATION_CHECK_TRIAL_BALANCE, sequence,
                "the event's postings do not sum to zero", 0, dict(totals),
            )  # fmt: skip

    def _fails(
        self, check: VerificationCheck, sequence: int, text: str, expected: Any, found: Any
    ) -> Fails:
        return Fails(
            VerificationFailure(
                check=check,
                sequence=sequence,
                page_first_sequence=self._first,
                text=f"{self.book}: {text}",
                expected=str(expected),
                found=str(found),
            )
        )
