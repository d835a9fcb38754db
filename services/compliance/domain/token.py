"""A token that lets somebody call: revoked once, it is refused from then on."""

from typing import NamedTuple, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1.compliance_service_pb2 import RevokeToken

from services.compliance.domain.events import Event
from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused


class Token(NamedTuple):
    """Whether a token was revoked."""

    is_revoked: bool = False


def decide(token: Token, command: RevokeToken, house: House) -> Decision[Event]:
    """Answer one command."""
    _ = house
    if token.is_revoked:
        raise Refused(
            ComplianceRefusal.TOKEN_ALREADY_REVOKED,
            f"Token {command.token_id} is revoked already. Nothing is left to do.",
            token_id=command.token_id,
        )
    return Decision((Fact(e.TokenRevoked(token_id=command.token_id, reason=command.reason)),))


def evolve(token: Token, event: Event) -> Token:
    """Take in one event."""
    match event:
        case e.TokenRevoked():
            return Token(is_revoked=True)
        case (
            e.CasinoRegistered()
            | e.FirstLicencesProposed()
            | e.LicenceIssued()
            | e.LicenceSuspended()
            | e.SignedOn()
            | e.SignedOff()
            | e.PersonIdentified()
            | e.PersonAdmitted()
            | e.EntryRefused()
            | e.PersonLeft()
            | e.SelfExclusionEntered()
            | e.PersonsLinked()
            | e.AlertRaised()
        ):
            return token
        case _:
            assert_never(event)


token: Decider[Token, RevokeToken, Event] = Decider(Token(), decide, evolve)
