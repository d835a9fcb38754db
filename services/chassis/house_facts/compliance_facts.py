"""Compliance facts: what every book may know of one casino's compliance book, one lookup each."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.ledger.v1.event_pb2 import Event

from services.kernel.house import CasinoTerms, Visit


@dataclass(frozen=True, slots=True)
class LicenceFact:
    """A licence: what it covers, from when until before when, and when it was out of force."""

    licence_id: str
    functions: frozenset[str]
    from_seconds: int
    until_seconds: int
    suspensions: tuple[tuple[int, int], ...] = ()

    def is_in_force(self, at_seconds: int) -> bool:
        """Say whether it is in force at a moment (M16, M18.7)."""
        suspended = any(start <= at_seconds < end for start, end in self.suspensions)
        return self.from_seconds <= at_seconds < self.until_seconds and not suspended


@dataclass(slots=True)
class ComplianceFacts:
    """One casino's facts, moved on by each event of its compliance book."""

    terms: CasinoTerms | None = None
    _licences: dict[str, tuple[LicenceFact, ...]] = field(default_factory=dict)
    _visits: dict[str, Visit] = field(default_factory=dict)
    _documents: dict[bytes, frozenset[str]] = field(default_factory=dict)
    _one_person: dict[str, frozenset[str]] = field(default_factory=dict)

    def evolve(self, event: Event, fact: Any) -> None:
        """Take in the next event; what concerns its own book alone is passed over by name."""
        match fact:
            case e.CasinoRegistered():
                self.terms = _terms(fact)
            case e.LicenceIssued():
                self._issue(fact)
            case e.LicenceSuspended():
                self._suspend(fact)
            case e.PersonIdentified():
                index = fact.particulars.document_index
                self._documents[index] = self.tokens_of_document(index) | {fact.person}
            case e.PersonsLinked():
                self._link(fact.person, fact.linked_person)
            case e.PersonAdmitted():
                self._enter(fact.person, event)
            case e.PersonLeft():
                self._leave(fact.person, event)
            case (
                e.FirstLicencesProposed()
                | e.SignedOn()
                | e.SignedOff()
                | e.EntryRefused()
                | e.SelfExclusionEntered()
                | e.TokenRevoked()
                | e.AlertRaised()
            ):
                return
            case _:
                raise TypeError(type(fact).__name__)  # a new event: say here what it means

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        """Return the licence in force that covers the function, or ""."""
        for licence in self._licences.get(employee_id, ()):
            if function in licence.functions and licence.is_in_force(at_seconds):
                return licence.licence_id
        return ""

    def licence_of(self, employee_id: str, at_seconds: int) -> str:
        """Return the employee's licence in force, whatever it covers, or ""."""
        for licence in self._licences.get(employee_id, ()):
            if licence.is_in_force(at_seconds):
                return licence.licence_id
        return ""

    def visit(self, person: str) -> Visit | None:
        """Return the newest visit of the person, under whichever token the entrance knew."""
        tokens = self._one_person.get(person)
        if tokens is None:
            return self._visits.get(person)
        visits = [self._visits[token] for token in tokens if token in self._visits]
        return max(visits, key=lambda v: v.entered_seconds, default=None)

    def tokens_of_document(self, document_index: bytes) -> frozenset[str]:
        """Return the tokens that produced a document here."""
        return self._documents.get(document_index, frozenset())

    def linked(self, person: str) -> frozenset[str]:
        """Return the person's other tokens, directly or through others."""
        tokens = self._one_person.get(person)
        return tokens - {person} if tokens else frozenset()

    def copy(self) -> "ComplianceFacts":
        """Return a copy that stays as it is now; what it holds is immutable."""
        return ComplianceFacts(
            self.terms,
            dict(self._licences),
            dict(self._visits),
            dict(self._documents),
            dict(self._one_person),
        )

    def _issue(self, fact: e.LicenceIssued) -> None:
        terms = fact.licence
        licence = LicenceFact(
            terms.licence_id,
            frozenset(terms.functions),
            self._midnight(date.fromisoformat(terms.issued_on)),
            self._midnight(date.fromisoformat(fact.in_force_through) + timedelta(days=1)),
        )
        self._licences[terms.employee_id] = (*self._licences.get(terms.employee_id, ()), licence)

    def _suspend(self, fact: e.LicenceSuspended) -> None:
        span = (fact.suspended_from_seconds, fact.suspended_until_seconds)
        self._licences[fact.employee_id] = tuple(
            LicenceFact(
                x.licence_id, x.functions, x.from_seconds, x.until_seconds, (*x.suspensions, span)
            )
            if x.licence_id == fact.licence_id
            else x
            for x in self._licences.get(fact.employee_id, ())
        )

    def _link(self, person: str, other: str) -> None:
        whole = (
            self._one_person.get(person, frozenset({person}))
            | self._one_person.get(other, frozenset({other}))
        )  # fmt: skip
        for token in whole:
            self._one_person[token] = whole

    def _enter(self, person: str, event: Event) -> None:
        """Begin a visit; one left in this gaming day goes on (M46.4.session)."""
        before = self._visits.get(person)
        goes_on = before is not None and before.left_gaming_day in {None, event.gaming_day}
        self._visits[person] = (
            Visit(before.entered_seconds, before.entered_gaming_day)
            if before is not None and goes_on
            else Visit(event.occurred_at.seconds, event.gaming_day)
        )

    def _leave(self, person: str, event: Event) -> None:
        visit = self._visits.get(person)
        if visit is not None:
            self._visits[person] = Visit(
                visit.entered_seconds,
                visit.entered_gaming_day,
                event.occurred_at.seconds,
                event.gaming_day,
            )

    def _midnight(self, day: date) -> int:
        """Return when a day begins by the casino's wall clock, in seconds since 1970 UTC."""
        zone = ZoneInfo(self.terms.zone) if self.terms else UTC
        return int(datetime.combine(day, time(), zone).timestamp())


def _terms(fact: e.CasinoRegistered) -> CasinoTerms:
    return CasinoTerms(
        fact.casino_id,
        f"{fact.jurisdiction}@{fact.jurisdiction_version}",
        fact.currency,
        fact.minor_per_major,
        fact.zone,
        fact.day_changes_at_hour,
        fact.identification_limit_minor,
    )
