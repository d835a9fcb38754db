"""A casino: registered once, its first licences entered on the word of two operators."""

from typing import NamedTuple, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1 import compliance_service_pb2 as c

from services.compliance.domain.casino_terms import registered
from services.compliance.domain.events import Event
from services.compliance.domain.first_licences import confirm, propose
from services.compliance.domain.proposal import Proposal
from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused

Command = c.RegisterCasino | c.ProposeFirstLicences | c.ConfirmFirstLicences


class Casino(NamedTuple):
    """Whether it is registered, and the newest proposal of its first licences."""

    is_registered: bool = False
    proposal: Proposal | None = None


def decide(casino: Casino, command: Command, house: House) -> Decision[Event]:
    """Answer one command. None can have happened elsewhere: `after` excuses nothing here."""
    match command:
        case c.RegisterCasino():
            return _register(casino, command, house)
        case c.ProposeFirstLicences():
            return propose(command, house)
        case c.ConfirmFirstLicences():
            return confirm(casino.proposal, command, house)
        case _:
            assert_never(command)


def evolve(casino: Casino, event: Event) -> Casino:
    """Take in one event."""
    match event:
        case e.CasinoRegistered():
            return Casino(is_registered=True, proposal=casino.proposal)
        case e.FirstLicencesProposed():
            proposal = Proposal(event.proposal_id, event.proposed_by, tuple(event.licences))
            return Casino(casino.is_registered, proposal)
        case (
            e.LicenceIssued()
            | e.LicenceSuspended()
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
            return casino
        case _:
            assert_never(event)


def _register(casino: Casino, command: c.RegisterCasino, house: House) -> Decision[Event]:
    casino_id = command.header.casino_id
    if casino.is_registered:
        raise Refused(
            ComplianceRefusal.CASINO_ALREADY_REGISTERED,
            f"Casino {casino_id} is registered already. Give another id to another casino.",
            casino_id=casino_id,
        )
    return Decision((Fact(registered(command, house.partition)),))


casino: Decider[Casino, Command, Event] = Decider(Casino(), decide, evolve)
