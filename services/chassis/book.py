"""Book: one writer's decisions. It dedupes, decides, numbers and remembers; the log keeps."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.receipt_pb2 import ExceptionNote, Receipt

from services.chassis.book_house import BookHouse
from services.chassis.book_memory import BookMemory
from services.chassis.command_index import Entry, command_key
from services.chassis.envelope import Asked, draft_events, timestamp
from services.chassis.pages import EVENT_OVERHEAD_BYTES, MAX_BODY_BYTES, leaf_hash
from services.kernel.decider import Decision
from services.kernel.money import is_balanced
from services.kernel.refusal import Refused, refuse_or_flag

AHEAD_REFUSED_S: Final = 24 * 60 * 60
_PAGE_HEAD_BYTES: Final = 256


class BookRefusal(StrEnum):
    """Reasons the book itself gives. A code is never renamed or reused."""

    COMMAND_ID_REUSED = "command_id_reused"
    STREAM_MOVED = "stream_moved"
    SOURCE_SEQUENCE_GAP = "source_sequence_gap"
    SOURCE_SEQUENCE_REUSED = "source_sequence_reused"
    DECISION_TOO_LARGE = "decision_too_large"
    OCCURRED_TOO_FAR_AHEAD = "occurred_too_far_ahead"
    HOUSE_STALE = "house_stale"


class LopsidedDecision(Exception):
    """A rule posts what does not sum to zero: the rule is wrong, and nothing was recorded."""


class TornMemory(Exception):
    """An event was half taken in: the memory is worth nothing, and the process must stop."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer, and what must be in the log before it may leave: nothing for a repeat."""

    receipt: Receipt
    events: tuple[bytes, ...] = ()
    key: bytes = b""
    entry: bytes = b""


class Book:
    """One book open for writing.

    `record` moves the memory before the log has the events, so that commands need not wait for one
    another. If the log then fails, the process must stop: a new one replays what was kept.
    """

    def __init__(
        self,
        memory: BookMemory,
        house: BookHouse,
        known: Callable[[str, bytes], Entry | None],
    ) -> None:
        """Take the memory as replayed; `known` finds a command's entry, committed or not."""
        self.memory, self.house, self._known = memory, house, known

    def record(self, asked: Asked) -> Recorded:
        """Decide a command once. A refusal leaves no trace, so its id may be sent again."""
        header, memory = asked.command.header, self.memory
        key = command_key(memory.name, header.command_id)
        entry = self._known(memory.name, key)
        if entry is not None:
            return Recorded(self._repeated(entry, asked.digest, header.command_id))
        self._require_source(header)
        stream = memory.domain.streams[type(asked.command)](asked.command)
        self._require_version(stream, header)
        is_after = memory.domain.is_after(asked.command)
        self.house.begin(header.occurred_at.seconds, asked.caller, asked.sealed, is_after=is_after)
        flags = self._timely(header, asked.now_us)
        decision = memory.domain.decider_of(stream).decide(
            memory.state(stream), asked.command, self.house
        )
        if not all(is_balanced(fact.postings) for fact in decision.facts):
            raise LopsidedDecision(str([type(f.event).__name__ for f in decision.facts]))
        if flags:
            decision = Decision(decision.facts, decision.notices, decision.exceptions + flags)
        return self._enter(asked, stream, decision, key)

    def outcome(self, command_id: str) -> Receipt | None:
        """Return the first receipt of a command, or None where the book does not hold it."""
        name = self.memory.name
        entry = self._known(name, command_key(name, command_id))
        return self._receipt(entry, command_id) if entry else None

    def _repeated(self, entry: Entry, digest: bytes, command_id: str) -> Receipt:
        if entry.digest != digest:
            raise Refused(
                BookRefusal.COMMAND_ID_REUSED,
                f"Command {command_id} was recorded with other content. "
                "Send a new command under a new UUIDv7.",
                command_id=command_id,
            )
        receipt = self._receipt(entry, command_id)
        receipt.replayed = True
        return receipt

    def _require_source(self, header: Any) -> None:
        if not header.HasField("source"):
            return
        mark = self.memory.sources.get(header.source.source_id, 0)
        sent = header.source.source_sequence
        if sent == mark + 1:
            return
        reason = (
            BookRefusal.SOURCE_SEQUENCE_GAP if sent > mark else BookRefusal.SOURCE_SEQUENCE_REUSED
        )
        raise Refused(
            reason,
            f"Source {header.source.source_id} is at {mark}; {sent} cannot follow. "
            f"Send {mark + 1} next.",
            source_sequence=sent,
            high_water_mark=mark,
        )

    def _require_version(self, stream: str, header: Any) -> None:
        if not header.HasField("expected_version"):
            return
        version = self.memory.versions.get(stream, 0)
        if header.expected_version != version:
            raise Refused(
                BookRefusal.STREAM_MOVED,
                f"{stream} is at version {version}, not {header.expected_version}. "
                "Read it again and decide anew.",
                stream=stream,
                stream_version=version,
            )

    def _timely(self, header: Any, now_us: int) -> tuple[ExceptionNote, ...]:
        """Refuse what is dated too far ahead, or rests on facts that are too old."""
        if header.occurred_at.seconds > now_us // 1_000_000 + AHEAD_REFUSED_S:
            raise Refused(
                BookRefusal.OCCURRED_TOO_FAR_AHEAD,
                "occurred_at is more than 24 hours ahead of the ledger. Set the terminal's clock.",
                occurred_at=header.occurred_at.ToJsonString(),
            )
        if not self.house.is_stale:
            return ()
        text = "The other books this rests on are more than 5 s behind. Try again in a moment."
        return (refuse_or_flag(self.house, BookRefusal.HOUSE_STALE, "M8", text),)

    def _enter(self, asked: Asked, stream: str, decision: Decision[Any], key: bytes) -> Recorded:
        memory, header = self.memory, asked.command.header
        recorded_us = max(memory.recorded_us, asked.now_us)
        drafts = draft_events(memory, self.house, asked, stream, decision, recorded_us)
        raws = tuple(event.SerializeToString(deterministic=True) for event in drafts)
        size = sum(map(len, raws)) + len(raws) * EVENT_OVERHEAD_BYTES + _PAGE_HEAD_BYTES
        if size > MAX_BODY_BYTES:
            raise Refused(
                BookRefusal.DECISION_TOO_LARGE,
                f"The command would cause {size} bytes of events; a page holds {MAX_BODY_BYTES}. "
                "Send it in parts.",
                bytes=size,
            )
        self._admit(drafts, decision)
        memory.recorded_us = recorded_us
        remarks = b""
        if decision.notices or decision.exceptions:
            kept = Receipt(notices=decision.notices, exceptions=decision.exceptions)
            remarks = kept.SerializeToString(deterministic=True)
        entry = Entry(
            asked.digest,
            drafts[0].sequence,
            drafts[-1].stream_version,
            recorded_us,
            leaf_hash(raws[-1]),
            tuple(memory.payload.numbers[type(fact.event)] for fact in decision.facts),
            remarks,
        )
        return Recorded(self._receipt(entry, header.command_id), raws, key, entry.to_bytes())

    def _admit(self, drafts: list[Event], decision: Decision[Any]) -> None:
        try:
            for event, fact in zip(drafts, decision.facts, strict=True):
                self.memory.admit(event, fact.event)
        except Exception as error:
            raise TornMemory(self.memory.name) from error

    def _receipt(self, entry: Entry, command_id: str) -> Receipt:
        receipt = Receipt(
            command_id=command_id,
            book=self.memory.name,
            first_sequence=entry.first_sequence,
            last_sequence=entry.first_sequence + len(entry.types) - 1,
            stream_version=entry.stream_version,
            leaf_hash=entry.leaf_hash,
            recorded_at=timestamp(entry.recorded_us),
            event_types=[self.memory.payload.names[number] for number in entry.types],
        )
        if entry.remarks:
            receipt.MergeFromString(entry.remarks)
        return receipt
