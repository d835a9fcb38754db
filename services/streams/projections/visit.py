"""visit: one row for each state of a person's visit, from entry to exit (M45, M46.4.session).

Which gaming days are one visit is the kernel's to say: the cage counts by the same.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as k

from services.kernel.visits import Change, Visit, entered, left
from services.streams.projections.facts import ComplianceFact
from services.streams.projections.reading import Entry, day


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
    last_entered_at: int
    left_at: int | None
    left_gaming_day: date | None
    last_gaming_day: date


def fold_visits(
    known: Iterable[VisitRow], casino_id: str, entry: Entry, fact: ComplianceFact
) -> tuple[VisitRow, ...]:
    """Return the states of a token's visits that the event brings about, none, one or two.

    `known` are the token's visits, each as it stands. Who is let in again on a later gaming day
    ends a visit that has no exit.
    """
    match fact:
        case k.PersonAdmitted():
            rows = sorted(known, key=lambda row: row.entered_at)
            visits = list(map(_visit, rows))
            change = entered(visits, entry.occurred_us, entry.gaming_day.isoformat())
            begun = () if change.begun is None else (_begun(change.begun, casino_id, entry, fact),)
            return _changed(rows, change, entry) + begun
        case k.PersonLeft():
            rows = sorted(known, key=lambda row: row.entered_at)
            visits = list(map(_visit, rows))
            change = left(visits, entry.occurred_us, entry.gaming_day.isoformat())
            return _changed(rows, change, entry)
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
            return ()
        case _:
            assert_never(fact)


def _visit(row: VisitRow) -> Visit:
    return Visit(
        row.entered_at,
        row.entered_gaming_day.isoformat(),
        row.last_entered_at,
        row.last_gaming_day.isoformat(),
        row.left_at,
        row.left_gaming_day.isoformat() if row.left_gaming_day else None,
    )


def _changed(rows: list[VisitRow], change: Change, entry: Entry) -> tuple[VisitRow, ...]:
    if change.visit is None:
        return ()
    row = rows[change.place]._replace(
        sequence=entry.sequence, employee_id=entry.event.actor.employee_id
    )
    return (_as_it_stands(row, change.visit),)


def _begun(visit: Visit, casino_id: str, entry: Entry, fact: k.PersonAdmitted) -> VisitRow:
    row = VisitRow(
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
        last_entered_at=entry.occurred_us,
        left_at=None,
        left_gaming_day=None,
        last_gaming_day=entry.gaming_day,
    )
    return _as_it_stands(row, visit)


def _as_it_stands(row: VisitRow, visit: Visit) -> VisitRow:
    return row._replace(
        entered_at=visit.entered_us,
        last_entered_at=visit.last_entered_us,
        left_at=visit.left_us,
        left_gaming_day=day(visit.left_gaming_day) if visit.left_gaming_day else None,
        last_gaming_day=day(visit.last_gaming_day),
    )
