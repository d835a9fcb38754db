"""The verifier's way from bytes to columns agrees with the streams', for every kind of event."""

import pytest
from countroom.compliance.v1.compliance_events_pb2 import AlertRaised, SignedOn
from countroom.compliance.v1.watch_pb2 import Alert
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.message_factory import GetMessageClass

from services.audit.payloads import CARRIERS, fact_of
from services.audit.verification.row import event_row
from services.streams.projections.subject import SUBJECTS

FACTS = [
    (carrier, case)
    for carrier in CARRIERS.values()
    for case in carrier.DESCRIPTOR.oneofs_by_name["event"].fields
]


def filled(kind):
    """Return a message of the kind whose person and desk are set wherever it has them."""
    fact = GetMessageClass(kind)()
    for name in ("person", "desk_id"):
        if name in kind.fields_by_name:
            setattr(fact, name, f"the {name}")
    if "exchange" in kind.fields_by_name:
        fact.exchange.person, fact.exchange.desk_id = "the person", "the desk_id"
    if "place" in kind.fields_by_name:
        fact.place = "desk/the desk_id"
    return fact


def row_of(carrier, case, fact):
    payload = carrier(**{case.name: fact}).SerializeToString()
    name = carrier.DESCRIPTOR.full_name
    event = Event(book="st-julians/x", payload_type=name, payload=payload)
    return event_row(event, fact_of(event))


def subject(carrier, fact):
    service = carrier.DESCRIPTOR.full_name.split(".")[1]
    return SUBJECTS[service](fact)[:2]


@pytest.mark.parametrize(("carrier", "case"), FACTS, ids=[case.name for _, case in FACTS])
def test_person_and_desk_are_those_of_the_streams(carrier, case):
    """Two ways that share nothing but the protos come to the same columns."""
    fact = filled(case.message_type)
    row = row_of(carrier, case, fact)

    assert (row["person"], row["desk_id"]) == subject(carrier, fact)
    assert row["event_type"] == case.message_type.name


@pytest.mark.parametrize(
    ("case", "fact"),
    [
        ("alert_raised", AlertRaised(alert=Alert(subject="person/p-1"))),
        ("alert_raised", AlertRaised(alert=Alert(subject="table/BJ-07"))),
        ("signed_on", SignedOn(place="table/BJ-07")),
    ],
)
def test_subjects_and_places_of_other_kinds_are_told_apart(case, fact):
    """A table is neither a person nor a desk."""
    carrier = CARRIERS["countroom.compliance.v1.ComplianceEvent"]
    field = carrier.DESCRIPTOR.fields_by_name[case]
    row = row_of(carrier, field, fact)

    assert (row["person"], row["desk_id"]) == subject(carrier, fact)
