"""Checks of a question before anything else: what is not as it must be, field by field."""

from typing import Any, Final

from countroom.audit.v1 import audit_service_pb2
from countroom.ledger.v1.receipt_pb2 import FieldViolation

from services.audit.payloads import EVENT_TYPES, INSTRUMENTS, SERVICES
from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.field_rules import has_unknown_fields, violations

SERVICE: Final = audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"]
DEFAULT_PAGE_SIZE: Final = 100
MOST_PAGE_SIZE: Final = 1_000

# Words that only code can make: one that no code makes would silently find nothing.
_CLOSED: Final = {"service": SERVICES, "event_type": EVENT_TYPES, "instrument": INSTRUMENTS}
_RANGES: Final = (
    ("gaming_day_from", "gaming_day_through"),
    ("occurred_from", "occurred_before"),
    ("recorded_from", "recorded_before"),
)

Found = dict[str, str]


def require_valid(rpc: str, question: Any) -> None:
    """Answer INVALID_ARGUMENT unless every field of the question is as it must be."""
    if has_unknown_fields(question):
        raise invalid({"(request)": "has fields that this version does not know: leave them out"})
    unchecked = type(question)()
    unchecked.CopyFrom(question)
    if "cursor" in question.DESCRIPTOR.fields_by_name:
        unchecked.ClearField("cursor")  # longer than other texts; its own reader checks it
    found = {v.field: v.text for v in violations(unchecked)}
    found |= _closed(question) | _ranges(question) | _paging(rpc, question) | _either(rpc, question)
    if found:
        raise invalid(found)


def invalid(found: Found) -> Answered:
    """Return INVALID_ARGUMENT; each text goes on after its field's name."""
    return Answered(
        answers.invalid([FieldViolation(field=name, text=text) for name, text in found.items()])
    )


def _closed(question: Any) -> Found:
    return {
        name: f"must be one of {', '.join(sorted(words))}"
        for name, words in _CLOSED.items()
        if (given := getattr(question, name, "")) and given not in words
    }


def _ranges(question: Any) -> Found:
    fields = question.DESCRIPTOR.fields_by_name
    return {
        last: f"must not lie before {first}"
        for first, last in _RANGES
        if first in fields and _is_turned_round(question, first, last)
    }


def _is_turned_round(question: Any, first: str, last: str) -> bool:
    begin, end = getattr(question, first), getattr(question, last)
    if isinstance(begin, str):
        return bool(begin and end and end < begin)
    both = question.HasField(first) and question.HasField(last)
    return both and (end.seconds, end.nanos) < (begin.seconds, begin.nanos)


def _paging(rpc: str, question: Any) -> Found:
    if "page_size" not in question.DESCRIPTOR.fields_by_name:
        return {}
    if SERVICE.methods_by_name[rpc].server_streaming:
        text = "must be left out: an export streams every row, oldest first"
        names = ("page_size", "cursor", "newest_first")
        return {name: text for name in names if getattr(question, name)}
    if not 0 <= question.page_size <= MOST_PAGE_SIZE:
        return {"page_size": f"must be from 1 to {MOST_PAGE_SIZE}"}
    return {}


def _either(rpc: str, question: Any) -> Found:
    found = {}
    if question.as_known_at and question.HasField("known_at"):
        found["known_at"] = "must be left out where as_known_at is given"
    if rpc == "GetEvent" and bool(question.event_id) == bool(question.service):
        found["event_id"] = "must be given, or else service and sequence"
    if rpc == "GetEvent" and bool(question.service) != bool(question.sequence):
        found["sequence"] = "must be given together with service"
    if rpc == "ListPatronSessions" and question.HasField("over_minor") and not question.direction:
        found["direction"] = "must be given with over_minor: like is added to like"
    return found
