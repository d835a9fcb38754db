"""An employee's licences: issued and suspended by the Board (M8, M14 to M16, M18, M19)."""

from typing import assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1 import compliance_service_pb2 as c

from services.compliance.domain.events import Event
from services.compliance.domain.first_licences import require_first_licences
from services.compliance.domain.licence_terms import issued, require_issuable
from services.compliance.domain.refusals import ComplianceRefusal
from services.compliance.domain.suspension import suspend
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.licence import Licences
from services.kernel.refusal import Refused

Command = c.IssueLicence | c.SuspendLicence


def decide(licences: Licences, command: Command, house: House) -> Decision[Event]:
    """Answer one command."""
    match command:
        case c.IssueLicence():
            return _issue(command, house)
        case c.SuspendLicence():
            return suspend(licences, command, house)
        case _:
            assert_never(command)


def evolve(licences: Licences, event: Event) -> Licences:
    """Take in one event."""
    match event:
        case e.LicenceIssued():
            return licences.issue(event)
        case e.LicenceSuspended():
            return licences.suspend(event)
        case (
            e.CasinoRegistered()
            | e.FirstLicencesProposed()
            | e.SignedOn()
            | e.SignedOff()
            | e.PersonIdentified()
            | e.PersonAdmitted()
            | e.EntryRefused()
            | e.PersonLeft()
            | e.SelfExclusionEntered()
            | e.PersonsLinked()
            | e.TokenRevoked()
            | e.AlertRaised()
        ):
            return licences
        case _:
            assert_never(event)


def _issue(command: c.IssueLicence, house: House) -> Decision[Event]:
    """Enter a licence of the Board's: never a casino's first, and never one's own."""
    terms = command.licence
    require_first_licences(house)
    if terms.employee_id in {house.caller, command.header.actor.employee_id}:
        raise Refused(
            ComplianceRefusal.OWN_LICENCE,
            f"{terms.employee_id} can't enter the own licence. Another compliance officer must.",
            licence_id=terms.licence_id,
            employee_id=terms.employee_id,
        )
    require_issuable([terms], house)
    return Decision((Fact(issued(terms)),))


licence: Decider[Licences, Command, Event] = Decider(Licences(), decide, evolve)
