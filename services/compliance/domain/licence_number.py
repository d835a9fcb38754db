"""A licence's number: whose it is. A number is given once in a casino (M14)."""

from typing import Final, NamedTuple, Never, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e

from services.compliance.domain.events import Event
from services.kernel.decider import Decider, Decision
from services.kernel.house import House

ANY_NUMBER: Final = "*"
"""Stands for any number at all: no licence bears it, and every licence's event touches it."""


class LicenceNumber(NamedTuple):
    """The employee whose licence bears it; "" where it was never given."""

    holder: str = ""


def decide(number: LicenceNumber, command: Never, house: House) -> Decision[Event]:
    """Answer no command: a number is given with its licence."""
    _ = number, house
    assert_never(command)


def evolve(number: LicenceNumber, event: Event) -> LicenceNumber:
    """Take in one event."""
    match event:
        case e.LicenceIssued():
            return LicenceNumber(event.licence.employee_id)
        case (
            e.CasinoRegistered()
            | e.FirstLicencesProposed()
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
            return number
        case _:
            assert_never(event)


licence_number: Decider[LicenceNumber, Never, Event] = Decider(LicenceNumber(), decide, evolve)
