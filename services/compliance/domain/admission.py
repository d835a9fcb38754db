"""Admission: nobody comes in unidentified (M45), nor against the own wish not to be let in (M24.3).

Who is turned away is recorded: a refusal at the door is an event, not a refusal of the command.
"""

from collections.abc import Iterator
from typing import NamedTuple

from countroom.compliance.v1.compliance_events_pb2 import EntryRefused, PersonAdmitted
from countroom.compliance.v1.compliance_service_pb2 import AdmitPerson
from countroom.ledger.v1.receipt_pb2 import ExceptionNote, Notice

from services.compliance.domain import self_exclusion
from services.compliance.domain.events import Event
from services.compliance.domain.one_person import OnePerson, identified
from services.compliance.domain.refusals import (
    ComplianceException,
    ComplianceNotice,
    EntryGround,
    IdentifiedBy,
)
from services.kernel.decider import Decision, Fact
from services.kernel.house import House


class _Bar(NamedTuple):
    """Why a person is not to be let in, and what it is called where it was done all the same."""

    ground: EntryGround
    obligation: str
    exception: ComplianceException
    text: str


_SELF_EXCLUDED = _Bar(
    EntryGround.SELF_EXCLUDED,
    "M24.3",
    ComplianceException.EXCLUDED_PERSON_ADMITTED,
    "asked in writing not to be let in",
)
_NOT_IDENTIFIED = _Bar(
    EntryGround.NOT_IDENTIFIED,
    "M45",
    ComplianceException.UNIDENTIFIED_PERSON_ADMITTED,
    "produced no document, now or before",
)


def admit(command: AdmitPerson, house: House) -> Decision[Event]:
    """Let a person in, or turn the person away; after the fact, record and flag who was let in."""
    person, at_seconds = identified(command.person, house), command.header.occurred_at.seconds
    bars = tuple(_bars(person, at_seconds))
    if bars and not house.is_after:
        return _turned_away(command, person, bars[0], tuple(_inside(person, at_seconds)))
    by = IdentifiedBy.KNOWN if person.is_identified else IdentifiedBy.NOBODY_DID
    admitted = PersonAdmitted(
        person=command.person,
        entrance=command.entrance,
        identified_by=IdentifiedBy.DOCUMENT if house.sealed is not None else by,
    )
    notices = person.notices
    if person.inside:
        text = f"{command.person} was inside already: an exit was not recorded."
        notices += (Notice(code=ComplianceNotice.EXIT_NOT_RECORDED, text=text),)
    exceptions = tuple(
        ExceptionNote(
            reason=bar.exception,
            obligation=bar.obligation,
            text=f"{command.person} was let in at {command.entrance} and {bar.text}.",
        )
        for bar in bars
    )
    return Decision((*person.facts, Fact(admitted)), notices, exceptions)


def _bars(person: OnePerson, at_seconds: int) -> Iterator[_Bar]:
    if person.is_excluded(at_seconds):
        yield _SELF_EXCLUDED
    if not person.is_identified:
        yield _NOT_IDENTIFIED


def _turned_away(
    command: AdmitPerson, person: OnePerson, bar: _Bar, exceptions: tuple[ExceptionNote, ...]
) -> Decision[Event]:
    refused = EntryRefused(
        person=command.person,
        entrance=command.entrance,
        ground=bar.ground,
        obligation=bar.obligation,
    )
    text = f"Do not let {command.person} in: the person {bar.text} ({bar.obligation})."
    notice = Notice(code=ComplianceNotice.ENTRY_REFUSED, text=text)
    return Decision((*person.facts, Fact(refused)), (*person.notices, notice), exceptions)


def _inside(person: OnePerson, at_seconds: int) -> Iterator[ExceptionNote]:
    """Yield an exception where the excluded person turns out to be inside, under any token."""
    if person.is_excluded(at_seconds):
        for token in person.inside:
            yield self_exclusion.inside(token)
