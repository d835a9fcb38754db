"""A document by its keyed index: which tokens produced it. Two that did are one person."""

from typing import NamedTuple, Never, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e

from services.compliance.domain.events import Event
from services.kernel.decider import Decider, Decision
from services.kernel.house import House


class Document(NamedTuple):
    """The tokens that produced one document."""

    tokens: frozenset[str] = frozenset()


def decide(document: Document, command: Never, house: House) -> Decision[Event]:
    """Answer no command: a document is produced by a person."""
    _ = document, house
    assert_never(command)


def evolve(document: Document, event: Event) -> Document:
    """Take in one event."""
    match event:
        case e.PersonIdentified():
            return Document(document.tokens | {event.person})
        case (
            e.CasinoRegistered()
            | e.FirstLicencesProposed()
            | e.LicenceIssued()
            | e.LicenceSuspended()
            | e.SignedOn()
            | e.SignedOff()
            | e.PersonAdmitted()
            | e.EntryRefused()
            | e.PersonLeft()
            | e.SelfExclusionEntered()
            | e.PersonsLinked()
            | e.TokenRevoked()
            | e.AlertRaised()
        ):
            return document
        case _:
            assert_never(event)


document: Decider[Document, Never, Event] = Decider(Document(), decide, evolve)
