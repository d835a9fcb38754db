"""Suspension of a licence by the Board's notice: it takes the licence out of force (M18.7, M19)."""

from collections.abc import Iterator

from countroom.compliance.v1.compliance_events_pb2 import LicenceSuspended, SignedOff
from countroom.compliance.v1.compliance_service_pb2 import SuspendLicence
from countroom.ledger.v1.receipt_pb2 import ExceptionNote, Notice

from services.compliance.domain.events import Event
from services.compliance.domain.refusals import (
    ComplianceException,
    ComplianceNotice,
    ComplianceRefusal,
)
from services.compliance.domain.work import SignOns
from services.kernel.decider import Decision, Fact
from services.kernel.house import House
from services.kernel.licence import Licence, Licences, local_day
from services.kernel.refusal import Refused


def suspend(licences: Licences, command: SuspendLicence, house: House) -> Decision[Event]:
    """Record a notice, end the work that it forbids, and flag what was done before its receipt."""
    licence = _require_suspendable(licences, command)
    suspended = LicenceSuspended(
        employee_id=command.employee_id,
        licence_id=command.licence_id,
        suspended_from_seconds=command.suspended_from_seconds,
        suspended_until_seconds=command.suspended_until_seconds,
        ground=command.ground,
        received_seconds=command.header.occurred_at.seconds,
    )
    to = f"sign_on/{command.employee_id}"
    sign_ons: SignOns = house.stream(to)
    ended = tuple(_ended(licences.suspend(suspended), licence, sign_ons, command, house))
    notices = tuple(
        Notice(
            code=ComplianceNotice.SIGN_ON_ENDED,
            text=f"{command.employee_id}'s work at {signed_off.place} is ended (M19).",
        )
        for signed_off in ended
    )
    exceptions = tuple(_work(licence, sign_ons, command))
    facts: list[Fact[Event]] = [Fact(suspended)]
    facts += [Fact(signed_off, stream=to) for signed_off in ended]
    return Decision(tuple(facts), notices, exceptions)


def _require_suspendable(licences: Licences, command: SuspendLicence) -> Licence:
    """Return the licence, or refuse a notice that names none, no period or no ground (M18.4)."""
    licence = licences.find(command.licence_id)
    if licence is None:
        raise Refused(
            ComplianceRefusal.LICENCE_NOT_KNOWN,
            f"{command.employee_id} has no licence {command.licence_id}. Check both numbers.",
            employee_id=command.employee_id,
            licence_id=command.licence_id,
        )
    if command.suspended_from_seconds >= command.suspended_until_seconds:
        raise Refused(
            ComplianceRefusal.SUSPENSION_PERIOD_EMPTY,
            "The suspension would end before it begins. State its period as in the notice (M18.4).",
            suspended_from_seconds=command.suspended_from_seconds,
            suspended_until_seconds=command.suspended_until_seconds,
        )
    if not command.ground:
        raise Refused(
            ComplianceRefusal.SUSPENSION_GROUND_NOT_SAID,
            'The notice names a ground of regulation 18(1), e.g. "18(1)(c)". State it.',
            licence_id=command.licence_id,
        )
    return licence


def _ended(
    after: Licences,
    licence: Licence,
    sign_ons: SignOns,
    command: SuspendLicence,
    house: House,
) -> Iterator[SignedOff]:
    """Yield the end of each open sign-on in the licence's functions that nothing else covers (M19).

    It is the receipt of the notice that ends it, also where the suspension begins later.
    """
    received = command.header.occurred_at.seconds
    if command.suspended_until_seconds <= received:
        return
    day = local_day(house.terms.zone, received)
    for work in sign_ons.open:
        is_its = work.function in licence.functions
        if is_its and not after.covering(work.function, day, received):
            yield SignedOff(
                employee_id=command.employee_id,
                place=work.place,
                by_suspension=True,
                signed_off_seconds=received,
            )


def _work(licence: Licence, sign_ons: SignOns, command: SuspendLicence) -> Iterator[ExceptionNote]:
    """Yield an exception where the employee worked after the suspension had begun (M19)."""
    span = command.suspended_from_seconds, command.suspended_until_seconds
    received = command.header.occurred_at.seconds
    places = sorted({
        work.place
        for work in sign_ons.within(*span, until=received)
        if work.function in licence.functions
    })  # fmt: skip
    if places:
        yield ExceptionNote(
            reason=ComplianceException.WORKED_WHILE_SUSPENDED,
            obligation="M19",
            text=f"{command.employee_id} worked at {', '.join(places)} while licence "
            f"{command.licence_id} was suspended, before the notice was received.",
        )
