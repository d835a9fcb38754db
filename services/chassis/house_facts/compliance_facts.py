"""Compliance facts: what every book may know of one casino's compliance book, one lookup each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, assert_never

from countroom.compliance.v1 import compliance_events_pb2 as e
from countroom.ledger.v1.event_pb2 import Event

from services.kernel.house import CasinoTerms
from services.kernel.licence import Licences, local_day
from services.kernel.visits import Change, Visit, entered, left, moved

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
FindChange = Callable[[Sequence[Visit], int, str], Change]
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
    _visits: dict[str, tuple[Visit, ...]] = field(default_factory=dict)
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
                self._move(known.person, event, entered)
            case e.PersonLeft():
                self._move(known.person, event, left)
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

    def visits(self, person: str) -> tuple[Visit, ...]:
        """Return the newest visits under a token, in the order of their entry."""
        return self._visits.get(person, ())

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

    def _move(self, person: str, event: Event, find: FindChange) -> None:
        visits = self.visits(person)
        at_us = event.occurred_at.seconds * 1_000_000 + event.occurred_at.nanos // 1_000
        self._visits[person] = moved(visits, find(visits, at_us, event.gaming_day))


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
