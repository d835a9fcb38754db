"""A compliance book on paper: its events in short words, and what others know by them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1.licence_pb2 import LicenceKind, LicenceTerms
from countroom.ledger.v1.event_pb2 import Event
from google.protobuf.timestamp_pb2 import Timestamp

from services.chassis.house_facts.compliance_facts import ComplianceFacts
from tests.given import sealed

MALTA = ZoneInfo("Europe/Malta")
FULL, PROVISIONAL = LicenceKind.LICENCE_KIND_FULL, LicenceKind.LICENCE_KIND_PROVISIONAL


def registered(zone="Europe/Malta"):
    return e.CasinoRegistered(
        casino_id="st-julians",
        partition=3,
        jurisdiction="malta_1998",
        jurisdiction_version=1,
        currency="MTL",
        minor_per_major=1_000,
        zone=zone,
        day_changes_at_hour=8,
        identification_limit_minor=2_000_000,
    )


def issued(
    licence_id="L-1",
    functions=("cashier",),
    issued_on="1998-06-30",
    through="2003-06-29",
    kind=FULL,
    employee="anna",
):
    terms = LicenceTerms(
        employee_id=employee,
        licence_id=licence_id,
        kind=kind,
        functions=functions,
        issued_on=issued_on,
    )
    return e.LicenceIssued(licence=terms, in_force_through=through)


def suspended(start, end, licence_id="L-1", employee="anna", received=None):
    """Return a suspension whose notice came as it began, unless it says when."""
    return e.LicenceSuspended(
        employee_id=employee,
        licence_id=licence_id,
        suspended_from_seconds=start,
        suspended_until_seconds=end,
        ground="18(1)(c)",
        received_seconds=start if received is None else received,
    )


def on_wall(year, month, day, hour=0, minute=0, second=0, zone=MALTA):
    """Return a moment by the wall clock, in seconds since 1970 UTC."""
    return int(datetime(year, month, day, hour, minute, second, tzinfo=zone).timestamp())


def facts_after(*told):
    """Return the facts after events, or (event, gaming day, hour) where the moment matters."""
    facts = ComplianceFacts()
    for one in told:
        fact, day, hour = one if isinstance(one, tuple) else (one, "1998-06-30", 20)
        at = datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC)
        facts.evolve(
            Event(occurred_at=Timestamp(seconds=int(at.timestamp())), gaming_day=day), fact
        )
    return facts


def utc(day, hour):
    return int(datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC).timestamp())


def entered(person, day, hour):
    return e.PersonAdmitted(person=person, entrance="main", identified_by="document"), day, hour


def left(person, day, hour):
    return e.PersonLeft(person=person), day, hour


def identified(person, number):
    return e.PersonIdentified(person=person, particulars=sealed(person, number))


def linked(person, other):
    return e.PersonsLinked(person=person, linked_person=other, document_index=b"d")
