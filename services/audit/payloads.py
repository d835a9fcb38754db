"""Payloads: the services' oneof messages that events carry, and the words that come from them."""

from typing import Any, Final

from countroom.audit.v1.audit_events_pb2 import AuditEvent
from countroom.cashier.v1.cashier_events_pb2 import CashierEvent
from countroom.cashier.v1.exchange_pb2 import ChipPayment, ChipPayout
from countroom.compliance.v1.compliance_events_pb2 import ComplianceEvent
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message

CARRIERS: Final[dict[str, type[Message]]] = {
    carrier.DESCRIPTOR.full_name: carrier for carrier in (CashierEvent, ComplianceEvent, AuditEvent)
}
SERVICES: Final = frozenset(name.split(".")[1] for name in CARRIERS)
EVENT_TYPES: Final = frozenset(
    case.message_type.name
    for carrier in CARRIERS.values()
    for case in carrier.DESCRIPTOR.oneofs_by_name["event"].fields
    if case.message_type is not None
)
INSTRUMENTS: Final = frozenset(
    case.name
    for terms in (ChipPayment, ChipPayout)
    for case in terms.DESCRIPTOR.oneofs_by_name["instrument"].fields
)


def fact_of(event: Any) -> Message | None:
    """Return what an event says happened, or None where a later version wrote it."""
    carrier = CARRIERS.get(event.payload_type)
    if carrier is None:
        return None
    try:
        carried: Any = carrier.FromString(event.payload)
    except DecodeError:
        return None
    case = carried.WhichOneof("event")
    return getattr(carried, case) if case else None


def packed(fact: Message) -> AnyMessage:
    """Return a fact with its type's name, as an answer carries it."""
    carried = AnyMessage()
    carried.Pack(fact)
    return carried
