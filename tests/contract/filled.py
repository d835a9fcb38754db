"""Messages with something in every field, the same each time, one for each case inside."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

EVENING_S = 899_233_200  # 1998-06-30T19:00:00Z
COMMAND_ID = "0190163d-8694-739b-aea5-966c26f8ad91"
WORDS = {
    "book": "st-julians/cashier",
    "casino_id": "st-julians",
    "account": "vault_cash",
    "command_id": COMMAND_ID,
    "exchange_id": COMMAND_ID,
    "proposal_id": COMMAND_ID,
    "currency": "MTL",
    "correlation_id": "visit-7",
    "desk_id": "desk-1",
    "employee_id": "cashier-1",
    "event_id": f"{COMMAND_ID}-1",
    "function": "cashier",
    "gaming_day": "1998-06-30",
    "accounting_day": "1998-06-30",
    "issued_on": "1998-06-30",
    "in_force_through": "2003-06-29",
    "date_of_birth": "1960-02-29",
    "jurisdiction": "malta_1998",
    "linked_person": "p-0043",
    "obligation": "M46.4",
    "patron_session_id": "1998-06-30/1",
    "person": "p-0042",
    "place": "desk/desk-1",
    "rulebook": "malta_1998@1",
    "stream": "desk/desk-1",
    "subject": "person/p-0042",
    "window": "1998-06-30",
    "zone": "Europe/Malta",
}
NUMBERS = {"day_changes_at_hour": 8, "minor_per_major": 1_000, "nanos": 250_000_000}


def filled(kind: type[Message]) -> Iterator[tuple[str, Any]]:
    """Yield (name, message) for each case of the first choice inside, e.g. "ChipsSold/cheque"."""
    name = kind.DESCRIPTOR.name
    choice = next((o for o in _choices(kind.DESCRIPTOR) if len(o.fields) > 1), None)
    if choice is None:
        yield name, _message(kind.DESCRIPTOR, {})
        return
    for case in choice.fields:
        yield f"{name}/{case.name}", _message(kind.DESCRIPTOR, {choice.full_name: case.name})


def _choices(descriptor: Descriptor) -> Iterator[Any]:
    yield from (oneof for oneof in descriptor.oneofs if not oneof.name.startswith("_"))
    for field in descriptor.fields:
        if field.message_type is not None:
            yield from _choices(field.message_type)


def _message(descriptor: Descriptor, cases: dict[str, str]) -> Any:
    message = GetMessageClass(descriptor)()
    if descriptor.full_name == "google.protobuf.Timestamp":
        return GetMessageClass(descriptor)(seconds=EVENING_S, nanos=NUMBERS["nanos"])
    message.SetInParent()
    for field in descriptor.fields:
        if _is_chosen(field, cases):
            _fill(message, field, cases)
    return message


def _is_chosen(field: FieldDescriptor, cases: dict[str, str]) -> bool:
    oneof = field.containing_oneof
    if oneof is None or oneof.name.startswith("_"):
        return True
    return field.name == cases.get(oneof.full_name, oneof.fields[0].name)


def _fill(message: Any, field: FieldDescriptor, cases: dict[str, str]) -> None:
    if field.message_type is not None:
        value = _message(field.message_type, cases)
        if field.is_repeated:
            getattr(message, field.name).append(value)
        else:
            getattr(message, field.name).CopyFrom(value)
            getattr(message, field.name).SetInParent()
    elif field.is_repeated:
        getattr(message, field.name).append(_value(field))
    else:
        setattr(message, field.name, _value(field))


def _value(field: FieldDescriptor) -> Any:
    match field.type:
        case FieldDescriptor.TYPE_STRING:
            return WORDS.get(field.name, f"{field.name}-1")
        case FieldDescriptor.TYPE_BYTES:
            return sha256(field.full_name.encode()).digest()
        case FieldDescriptor.TYPE_BOOL:
            return True
        case FieldDescriptor.TYPE_ENUM:
            return field.enum_type.values[1].number
        case _ if field.name.endswith("_seconds"):
            return EVENING_S + field.number
        case _:
            return NUMBERS.get(field.name, 1_990_000 + field.number)
