"""Licences of an employee, and which is in force: the same for the book and for all who read it."""

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from countroom.compliance.v1.compliance_events_pb2 import LicenceIssued, LicenceSuspended
from countroom.compliance.v1.licence_pb2 import LicenceKind


class Licence(NamedTuple):
    """One licence: what it covers, its first day and the day after its last, and its suspensions.

    Days are ISO dates of the casino's wall clock, so that text compares as time does. Suspensions
    are (from, until before) in seconds since 1970 UTC.
    """

    licence_id: str
    functions: frozenset[str]
    is_provisional: bool
    first_day: str
    until_day: str
    suspensions: tuple[tuple[int, int], ...] = ()

    def runs(self, day: str, at_seconds: int) -> bool:
        """Say whether it runs by itself: in its time and not suspended (M15.d, M16.c, M18.7)."""
        if not self.first_day <= day < self.until_day:
            return False
        return not any(start <= at_seconds < end for start, end in self.suspensions)


class Licences(NamedTuple):
    """All licences that one employee ever had."""

    licences: tuple[Licence, ...] = ()

    def covering(self, function: str, day: str, at_seconds: int) -> str:
        """Return the id of a licence in force that covers a function, or "" (M8)."""
        for licence in self.licences:
            if function in licence.functions and self._is_in_force(licence, day, at_seconds):
                return licence.licence_id
        return ""

    def in_force(self, day: str, at_seconds: int) -> str:
        """Return the id of a licence in force, whatever it covers, or ""."""
        for licence in self.licences:
            if self._is_in_force(licence, day, at_seconds):
                return licence.licence_id
        return ""

    def find(self, licence_id: str) -> Licence | None:
        """Return a licence by its id."""
        return next((x for x in self.licences if x.licence_id == licence_id), None)

    def issue(self, event: LicenceIssued) -> "Licences":
        """Return the licences with one more."""
        terms = event.licence
        after = date.fromisoformat(event.in_force_through) + timedelta(days=1)
        licence = Licence(
            terms.licence_id,
            frozenset(terms.functions),
            terms.kind == LicenceKind.LICENCE_KIND_PROVISIONAL,
            terms.issued_on,
            after.isoformat(),
        )
        return Licences((*self.licences, licence))

    def suspend(self, event: LicenceSuspended) -> "Licences":
        """Return the licences with one of them suspended, no later than from the notice (M19)."""
        begins = event.suspended_from_seconds
        span = (min(begins, event.received_seconds or begins), event.suspended_until_seconds)
        return Licences(
            tuple(
                x._replace(suspensions=(*x.suspensions, span))
                if x.licence_id == event.licence_id
                else x
                for x in self.licences
            )
        )

    def _is_in_force(self, licence: Licence, day: str, at_seconds: int) -> bool:
        """Say whether a licence runs, and, if provisional, no full one has ended it (M15.b)."""
        if not licence.runs(day, at_seconds):
            return False
        return not licence.is_provisional or not any(
            not full.is_provisional and licence.first_day <= full.first_day <= day
            for full in self.licences
        )


def local_day(zone: str, at_seconds: int) -> str:
    """Return the calendar day of a moment by a zone's wall clock, e.g. "1998-06-30"."""
    return datetime.fromtimestamp(at_seconds, UTC).astimezone(ZoneInfo(zone)).date().isoformat()
