"""visit: one row for each state of a person's visit, from entry to exit (M45, M46.4.session)."""

from datetime import date
from typing import NamedTuple, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as k

from services.streams.projections.facts import ComplianceFact
from services.streams.projections.reading import Entry


class VisitRow(NamedTuple):
    """A row of visit, column for column; moments in microseconds since 1970 UTC."""

    book: str
    casino_id: str
    person: str
    first_sequence: int
    sequence: int
    entrance: str
    identified_by: str
    employee_id: str
    entered_at: int
    entered_gaming_day: date
    left_at: int | None
    left_gaming_day: date | None
    last_gaming_day: date


def fold_visit(
    newest: VisitRow | None, casino_id: str, entry: Entry, fact: ComplianceFact
) -> VisitRow | None:
    """Return the state of a person's newest visit that the event brings about, None for none.

    Who comes back in the gaming day of leaving, or is admitted twice in one, goes on with it.
    """
    match fact:
        case k.PersonAdmitted():
            if newest is not None and _goes_on(newest, entry.gaming_day):
                return _at(newest, entry)._replace(left_at=None, left_gaming_day=None)
            return _entered(casino_id, entry, fact)
        case k.PersonLeft():
            if newest is None:
                return None
            left = _at(newest, entry)
            return left._replace(left_at=entry.occurred_us, left_gaming_day=entry.gaming_day)
        case (
            k.CasinoRegistered()
            | k.FirstLicencesProposed()
            | k.LicenceIssued()
            | k.LicenceSuspended()
            | k.SignedOn()
            | k.SignedOff()
            | k.PersonIdentified()
            | k.EntryRefused()
            | k.SelfExclusionEntered()
            | k.PersonsLinked()
            | k.TokenRevoked()
            | k.AlertRaised()
        ):
            return None
        case _:
            assert_never(fact)


def _goes_on(visit: VisitRow, today: date) -> bool:
    return today == (visit.left_gaming_day or visit.entered_gaming_day)


def _at(visit: VisitRow, entry: Entry) -> VisitRow:
    return visit._replace(
        sequence=entry.sequence,
        employee_id=entry.event.actor.employee_id,
        last_gaming_day=max(visit.last_gaming_day, entry.gaming_day),
    )


def _entered(casino_id: str, entry: Entry, fact: k.PersonAdmitted) -> VisitRow:
    return VisitRow(
        book=entry.event.book,
        casino_id=casino_id,
        person=fact.person,
        first_sequence=entry.sequence,
        sequence=entry.sequence,
        entrance=fact.entrance,
        identified_by=fact.identified_by,
        employee_id=entry.event.actor.employee_id,
        entered_at=entry.occurred_us,
        entered_gaming_day=entry.gaming_day,
        left_at=None,
        left_gaming_day=None,
        last_gaming_day=entry.gaming_day,
    )
