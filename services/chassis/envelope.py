"""Envelopes: the events of one decision, numbered and told who, when and under what."""

from dataclasses import dataclass
from typing import Any, Final

from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.person_pb2 import SealedParticulars
from google.protobuf.timestamp_pb2 import Timestamp

from services.chassis.book_house import BookHouse
from services.chassis.book_memory import BookMemory
from services.kernel.decider import Decision

AHEAD_SUSPECT_S: Final = 5 * 60


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as the book takes it up: checked, digested, its document sealed."""

    command: Any
    digest: bytes
    caller: str
    now_us: int
    sealed: SealedParticulars | None = None


def draft_events(  # noqa: PLR0913, PLR0917 - an envelope says all of this
    memory: BookMemory,
    house: BookHouse,
    asked: Asked,
    stream: str,
    decision: Decision[Any],
    recorded_us: int,
) -> list[Event]:
    """Return the decision's events; notices and exceptions stand on the first."""
    said = _said(memory, house, asked, recorded_us)
    versions: dict[str, int] = {}
    drafts: list[Event] = []
    for place, fact in enumerate(decision.facts, 1):
        at = fact.stream or stream
        versions[at] = versions.get(at, memory.versions.get(at, 0)) + 1
        drafts.append(
            Event(
                **said,
                sequence=memory.sequence + place,
                event_id=f"{said['command_id']}-{place}",
                stream=at,
                stream_version=versions[at],
                notices=decision.notices if place == 1 else None,
                exceptions=decision.exceptions if place == 1 else None,
                postings=fact.postings,
                payload=memory.payload.pack(fact.event),
            )
        )
    return drafts


def _said(memory: BookMemory, house: BookHouse, asked: Asked, recorded_us: int) -> dict[str, Any]:
    """Return what every event of one command says alike."""
    header = asked.command.header
    return {
        "book": memory.name,
        "occurred_at": header.occurred_at,
        "recorded_at": timestamp(recorded_us),
        "gaming_day": house.gaming_day,
        "accounting_day": house.accounting_day(recorded_us // 1_000_000),
        "actor": house.actor(header.actor),
        "caller": asked.caller,
        "command_id": header.command_id,
        "command_digest": asked.digest,
        "rulebook": house.rulebook,
        "house": house.sequences,
        "correlation_id": header.correlation_id,
        "timing": house.timing,
        "source": header.source if header.HasField("source") else None,
        "clock_suspect": _is_ahead(header.occurred_at.seconds, asked.now_us),
        "payload_type": memory.payload.name,
    }


def timestamp(us: int) -> Timestamp:
    """Return microseconds since 1970 UTC as a message."""
    return Timestamp(seconds=us // 1_000_000, nanos=us % 1_000_000 * 1_000)


def _is_ahead(at_seconds: int, now_us: int) -> bool:
    return at_seconds > now_us // 1_000_000 + AHEAD_SUSPECT_S
