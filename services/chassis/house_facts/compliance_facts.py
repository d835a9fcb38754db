"""Compliance facts: what every book may know of one casino's compliance book, one lookup each."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.ledger.v1.event_pb2 import Event

from services.kernel.house import CasinoTerms, Visit
from services.kernel.licence import Licences, local_day

Fact = (
    e.CasinoRegistered
    | e.FirstLicencesProposed
    | e.LicenceIssued
    | e.LicenceSuspended
    | e.SignedOn
    | e.SignedOff
    | e.PersonIdentified
    | e.PersonAdmitted
    | e.EntryRefused
    | e.PersonLeft
    | e.SelfExclusionEntered
    | e.PersonsLinked
    | e.TokenRevoked
    | e.AlertRaised
)
_NONE: Final = Licences()
# Zones change their offset on the quarter of an hour.
_SLOT_S: Final = 15 * 60


@dataclass(slots=True)
class ComplianceFacts:
    """One casino's facts, moved on by each event of its compliance book.

    `revoked` are the ids of tokens that are no longer good, for whoever starts from a snapshot.
    """

    terms: CasinoTerms | None = None
    revoked: set[str] = field(default_factory=set)
    _licences: dict[str, Licences] = field(default_factory=dict)
    _visits: dict[str, Visit] = field(default_factory=dict)
    _entered_last: dict[str, int] = field(default_factory=dict)
    _documents: dict[bytes, frozenset[str]] = field(default_factory=dict)
    _one_person: dict[str, frozenset[str]] = field(default_factory=dict)

    def evolve(self, event: Event, fact: Any) -> None:
        """Take in the next event; what concerns its own book alone is passed over by name."""
        known: Fact = fact
        match known:
            case e.CasinoRegistered():
                self.terms = _terms(known)
            case e.LicenceIssued():
                employee_id = known.licence.employee_id
                self._licences[employee_id] = self._of(employee_id).issue(known)
            case e.LicenceSuspended():
                self._licences[known.employee_id] = self._of(known.employee_id).suspend(known)
            case e.PersonIdentified():
                index = known.particulars.document_index
                self._documents[index] = self.tokens_of_document(index) | {known.person}
            case e.PersonsLinked():
                self._link(known.person, known.linked_person)
            case e.PersonAdmitted():
                self._enter(known.person, event)
            case e.PersonLeft():
                self._leave(known.person, event)
            case e.TokenRevoked():
                self.revoked.add(known.token_id)
            case (
                e.FirstLicencesProposed()
                | e.SignedOn()
                | e.SignedOff()
                | e.EntryRefused()
                | e.SelfExclusionEntered()
                | e.AlertRaised()
            ):
                return
            case _:
                assert_never(known)

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        """Return the licence in force that covers the function, or ""."""
        return self._of(employee_id).covering(function, self._day(at_seconds), at_seconds)

    def licence_of(self, employee_id: str, at_seconds: int) -> str:
        """Return the employee's licence in force, whatever it covers, or ""."""
        return self._of(employee_id).in_force(self._day(at_seconds), at_seconds)

    def visit(self, person: str) -> Visit | None:
        """Return the newest visit of the person, under whichever token the entrance knew."""
        tokens = self._one_person.get(person)
        if tokens is None:
            return self._visits.get(person)
        visits = [self._visits[token] for token in tokens if token in self._visits]
        return max(visits, key=lambda visit: visit.entered_seconds, default=None)

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
            set(self.revoked),
            dict(self._licences),
            dict(self._visits),
            dict(self._entered_last),
            dict(self._documents),
            dict(self._one_person),
        )

    def _of(self, employee_id: str) -> Licences:
        return self._licences.get(employee_id, _NONE)

    def _day(self, at_seconds: int) -> str:
        """Return the calendar day of a moment by the casino's wall clock."""
        zone = self.terms.zone if self.terms is not None else "UTC"
        return _local_day(zone, at_seconds // _SLOT_S)

    def _link(self, person: str, other: str) -> None:
        whole = self.linked(person) | self.linked(other) | {person, other}
        for token in whole:
            self._one_person[token] = whole

    def _enter(self, person: str, event: Event) -> None:
        """Begin a visit; who left, or was last seen to enter, this gaming day goes on with it.

        An exit that nobody recorded must not make one visit of all that follow (M46.4.session), and
        an entrance that tells late of an earlier day changes nothing of the newest visit.
        """
        before, day, at_seconds = (
            self._visits.get(person),
            event.gaming_day,
            event.occurred_at.seconds,
        )
        if before is None or day > (before.left_gaming_day or before.entered_gaming_day):
            self._visits[person] = Visit(at_seconds, day)
            self._entered_last[person] = at_seconds
        elif day == (before.left_gaming_day or before.entered_gaming_day):
            first_seconds = min(at_seconds, before.entered_seconds)
            is_newest = at_seconds >= (before.left_seconds or 0)
            self._visits[person] = Visit(
                first_seconds,
                before.entered_gaming_day,
                None if is_newest else before.left_seconds,
                None if is_newest else before.left_gaming_day,
            )
            self._entered_last[person] = max(at_seconds, self._entered_last[person])

    def _leave(self, person: str, event: Event) -> None:
        """End the newest visit; a late word of an exit before its last entrance changes nothing."""
        visit, at_seconds = self._visits.get(person), event.occurred_at.seconds
        if visit is not None and at_seconds >= self._entered_last[person]:
            self._visits[person] = Visit(
                visit.entered_seconds, visit.entered_gaming_day, at_seconds, event.gaming_day
            )


@lru_cache(maxsize=4096)
def _local_day(zone: str, slot: int) -> str:
    return local_day(zone, slot * _SLOT_S)


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
