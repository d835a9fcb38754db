"""A person under a token: identified, let in or turned away, gone, excluded (M24.3, M45)."""

from typing import assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1 import compliance_service_pb2 as c
from countroom.ledger.v1.receipt_pb2 import ExceptionNote

from services.compliance.domain import self_exclusion
from services.compliance.domain.admission import admit
from services.compliance.domain.events import Event
from services.compliance.domain.one_person import identified, one_person
from services.compliance.domain.person_state import Person
from services.compliance.domain.refusals import ComplianceException, ComplianceRefusal
from services.compliance.domain.self_exclusion import Exclusion
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused

Command = c.IdentifyPerson | c.AdmitPerson | c.RecordExit | c.ExcludePerson


def decide(person: Person, command: Command, house: House) -> Decision[Event]:
    """Answer one command; what is known of the person's other tokens is read from the house."""
    _ = person
    match command:
        case c.IdentifyPerson():
            return _identify(command, house)
        case c.AdmitPerson():
            return admit(command, house)
        case c.RecordExit():
            return _leave(command, house)
        case c.ExcludePerson():
            return _exclude(command, house)
        case _:
            assert_never(command)


def evolve(person: Person, event: Event) -> Person:
    """Take in one event."""
    match event:
        case e.PersonIdentified():
            return person._replace(is_identified=True)
        case e.PersonAdmitted():
            return person._replace(is_inside=True)
        case e.PersonLeft():
            return person._replace(is_inside=False)
        case e.SelfExclusionEntered():
            new = Exclusion(event.excluded_from_seconds, event.excluded_until_seconds)
            return person._replace(exclusions=(*person.exclusions, new))
        case e.PersonsLinked():
            return person._replace(linked=person.linked | {event.person, event.linked_person})
        case (
            e.CasinoRegistered()
            | e.FirstLicencesProposed()
            | e.LicenceIssued()
            | e.LicenceSuspended()
            | e.SignedOn()
            | e.SignedOff()
            | e.EntryRefused()
            | e.TokenRevoked()
            | e.AlertRaised()
        ):
            return person
        case _:
            assert_never(event)


def _identify(command: c.IdentifyPerson, house: House) -> Decision[Event]:
    """Record the document, and flag what it reveals: an excluded person who is inside (M24.3)."""
    if house.sealed is None:
        raise Refused(
            ComplianceRefusal.DOCUMENT_REQUIRED,
            "A person is identified by a document. Send its particulars.",
        )
    found = identified(command.person, house)
    at_seconds = command.header.occurred_at.seconds
    exceptions = (
        tuple(map(self_exclusion.inside, found.inside)) if found.is_excluded(at_seconds) else ()
    )
    return Decision(found.facts, found.notices, exceptions)


def _leave(command: c.RecordExit, house: House) -> Decision[Event]:
    """Record an exit under the token that was let in, whichever the person shows at the way out."""
    found = one_person(command.person, house)
    if found.inside:
        return Decision(
            tuple(
                Fact(e.PersonLeft(person=token), stream=f"person/{token}") for token in found.inside
            )
        )
    note = ExceptionNote(
        reason=ComplianceException.EXIT_WITHOUT_ENTRY,
        obligation="M45",
        text=f"{command.person} left without having been let in. Find out how the person came in.",
    )
    return Decision((Fact(e.PersonLeft(person=command.person)),), exceptions=(note,))


def _exclude(command: c.ExcludePerson, house: House) -> Decision[Event]:
    """Enter the person's request, and flag a person who is inside while it begins to hold."""
    exclusion = self_exclusion.entered(command)
    found = one_person(command.person, house)
    return Decision(
        (Fact(exclusion),), exceptions=tuple(map(self_exclusion.inside, found.inside))
    )  # fmt: skip


person: Decider[Person, Command, Event] = Decider(Person(), decide, evolve)
