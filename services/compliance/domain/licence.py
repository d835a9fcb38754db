"""An employee's licences: issued and suspended by the Board (M8, M14 to M16, M18, M19)."""

from typing import assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1 import compliance_service_pb2 as c

from services.compliance.domain.events import Event
from services.compliance.domain.licence_terms import issued, require_issuable
from services.compliance.domain.suspension import suspend
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.licence import Licences

Command = c.IssueLicence | c.SuspendLicence


def decide(licences: Licences, command: Command, house: House) -> Decision[Event]:
    """Answer one command."""
    match command:
        case c.IssueLicence():
            require_issuable([command.licence], house)
            return Decision((Fact(issued(command.licence)),))
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


licence: Decider[Licences, Command, Event] = Decider(Licences(), decide, evolve)
