"""Signing on: nobody works in a function without a licence in force that covers it (M8)."""

from typing import assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.compliance.v1 import compliance_service_pb2 as c
from countroom.ledger.v1.receipt_pb2 import ExceptionNote

from services.compliance.domain.events import Event
from services.compliance.domain.refusals import ComplianceException, ComplianceRefusal
from services.compliance.domain.work import SignOns, Work
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.house import House
from services.kernel.licence import Licences, local_day
from services.kernel.refusal import refuse_or_flag

Command = c.SignOn | c.SignOff


def decide(sign_ons: SignOns, command: Command, house: House) -> Decision[Event]:
    """Answer one command; the actor is the employee."""
    match command:
        case c.SignOn():
            return _sign_on(sign_ons, command, house)
        case c.SignOff():
            return _sign_off(sign_ons, command)
        case _:
            assert_never(command)


def evolve(sign_ons: SignOns, event: Event) -> SignOns:
    """Take in one event."""
    match event:
        case e.SignedOn():
            # Signed on twice at a place by a fact: the earlier work ends where the later begins.
            before = sign_ons.without(event.place, event.signed_on_seconds)
            work = Work(event.place, event.function, event.signed_on_seconds)
            return before._replace(open=(*before.open, work))
        case e.SignedOff():
            after = sign_ons.without(event.place, event.signed_off_seconds)
            if event.by_suspension:
                return after._replace(suspended_at=after.suspended_at | {event.place})
            return after
        case (
            e.CasinoRegistered()
            | e.FirstLicencesProposed()
            | e.LicenceIssued()
            | e.LicenceSuspended()
            | e.PersonIdentified()
            | e.PersonAdmitted()
            | e.EntryRefused()
            | e.PersonLeft()
            | e.SelfExclusionEntered()
            | e.PersonsLinked()
            | e.TokenRevoked()
            | e.AlertRaised()
        ):
            return sign_ons
        case _:
            assert_never(event)


def _sign_on(sign_ons: SignOns, command: c.SignOn, house: House) -> Decision[Event]:
    employee_id = command.header.actor.employee_id
    at_seconds = command.header.occurred_at.seconds
    exceptions: list[ExceptionNote] = []
    licences: Licences = house.stream(f"licence/{employee_id}")
    day = local_day(house.terms.zone, at_seconds)
    if not licences.covering(command.function, day, at_seconds):
        text = (
            f"{employee_id} has no licence in force as {command.function} on {day}. "
            "Let a licensed employee work there, or have the licence entered first."
        )
        exceptions.append(
            refuse_or_flag(
                house,
                ComplianceRefusal.NOT_LICENSED,
                "M8",
                text,
                employee_id=employee_id,
                function=command.function,
            )
        )
    if sign_ons.open:
        place = sign_ons.open[-1].place
        text = f"{employee_id} is signed on at {place} already. Sign off there first."
        reason = ComplianceRefusal.ALREADY_SIGNED_ON
        exceptions.append(refuse_or_flag(house, reason, "M8", text, place=place))
    signed_on = e.SignedOn(
        employee_id=employee_id,
        function=command.function,
        place=command.place,
        signed_on_seconds=at_seconds,
    )
    return Decision((Fact(signed_on),), exceptions=tuple(exceptions))


def _sign_off(sign_ons: SignOns, command: c.SignOff) -> Decision[Event]:
    """Record the end of work, whatever the book knew of its beginning.

    Whoever is sent home by a suspension signs off for it once more, and that is as it should be.
    """
    employee_id, place = command.header.actor.employee_id, command.place
    signed_off = e.SignedOff(
        employee_id=employee_id,
        place=place,
        signed_off_seconds=command.header.occurred_at.seconds,
    )
    exceptions: tuple[ExceptionNote, ...] = ()
    if sign_ons.at(place) is None and place not in sign_ons.suspended_at:
        note = ExceptionNote(
            reason=ComplianceException.NOT_SIGNED_ON,
            obligation="M8",
            text=f"{employee_id} signed off at {place} without having signed on there. "
            "Find out who worked there and since when.",
        )
        exceptions = (note,)
    return Decision((Fact(signed_off),), exceptions=exceptions)


sign_on: Decider[SignOns, Command, Event] = Decider(SignOns(), decide, evolve)
