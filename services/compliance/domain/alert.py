"""An alert: what a watch found, raised once however often the log is read again."""

from typing import NamedTuple, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1.compliance_service_pb2 import RaiseAlert

from services.compliance.domain.events import Event
from services.compliance.domain.refusals import ComplianceRefusal
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.refusal import Refused


class RaisedAlert(NamedTuple):
    """Whether the finding of this id was raised."""

    is_raised: bool = False


def decide(alert: RaisedAlert, command: RaiseAlert, house: House) -> Decision[Event]:
    """Answer one command. Its id is made from the alert's: a repeat is a repeated command."""
    _ = house
    alert_id = command.alert.alert_id
    if alert.is_raised:
        raise Refused(
            ComplianceRefusal.ALERT_ALREADY_RAISED,
            f"Alert {alert_id} was raised under another command id. Nothing is left to do.",
            alert_id=alert_id,
        )
    if not command.alert.evidence:
        raise Refused(
            ComplianceRefusal.ALERT_WITHOUT_EVIDENCE,
            f"Alert {alert_id} rests on no event. Name the book and sequence of each that it does.",
            alert_id=alert_id,
        )
    return Decision((Fact(e.AlertRaised(alert=command.alert)),))


def evolve(alert: RaisedAlert, event: Event) -> RaisedAlert:
    """Take in one event."""
    match event:
        case e.AlertRaised():
            return RaisedAlert(is_raised=True)
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
            | e.TokenRevoked()
        ):
            return alert
        case _:
            assert_never(event)


alert: Decider[RaisedAlert, RaiseAlert, Event] = Decider(RaisedAlert(), decide, evolve)
