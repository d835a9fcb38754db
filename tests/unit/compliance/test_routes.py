"""The compliance domain is whole: every command has a stream, every event its folds."""

from countroom.compliance.v1 import compliance_events_pb2, compliance_service_pb2
from countroom.compliance.v1.compliance_events_pb2 import ComplianceEvent
from countroom.ledger.v1.person_pb2 import IdentityDocument
from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.message_factory import GetMessageClass

from services.compliance.domain.routes import COMPLIANCE
from services.kernel.oneof import Oneof

SERVICE = compliance_service_pb2.DESCRIPTOR.services_by_name["ComplianceService"]
COMMANDS = {
    GetMessageClass(method.input_type)
    for method in SERVICE.methods
    if method.output_type.full_name == Receipt.DESCRIPTOR.full_name
}
EVENTS = set(Oneof(ComplianceEvent).numbers)


def test_every_command_has_its_stream():
    """The service's commands, and no others, are routed to a stream of a known aggregate."""
    assert set(COMPLIANCE.streams) == COMMANDS
    for command in COMMANDS:
        stream = COMPLIANCE.streams[command](command())
        assert COMPLIANCE.decider_of(stream) is not None


def test_every_document_that_comes_in_is_sealed_first():
    """A command with a document says whose it is, so that the clear text goes no further."""
    bringing = {
        command
        for command in COMMANDS
        for field in command.DESCRIPTOR.fields
        if field.message_type is IdentityDocument.DESCRIPTOR
    }

    assert set(COMPLIANCE.documents) == bringing


def test_every_aggregate_takes_in_every_event():
    """No fold is surprised by an event of its book, and none that ignores one changes for it."""
    for decider in COMPLIANCE.aggregates.values():
        for event in EVENTS - SPOKEN_FOR:
            assert decider.evolve(decider.initial, event()) is not None


def test_an_event_touches_streams_that_there_are():
    """What an event touches further is an aggregate of the book."""
    for event, touches in COMPLIANCE.touches.items():
        for stream in touches(event()):
            assert stream.partition("/")[0] in COMPLIANCE.aggregates


# Needs a day to take in: its own tests do.
SPOKEN_FOR = {compliance_events_pb2.LicenceIssued}
