"""The entrance: who is let in, turned away, let out, or asks not to be let in any more."""

from dataclasses import dataclass
from typing import Final

from countroom.compliance.v1 import compliance_service_pb2 as compliance

from loadtest.simulator.person import Person
from loadtest.simulator.script import Script
from loadtest.simulator.step import Caller
from loadtest.simulator.truth import Truth

RECEPTIONIST: Final = "reception-1"
_DOOR: Final = "main"


@dataclass(frozen=True, slots=True)
class Entrance:
    """Sends what happens at the door."""

    truth: Truth

    def admits(self, script: Script, person: Person) -> None:
        """Let in a person who shows a document (M45)."""
        self._asked(script, person, "PersonAdmitted", shows=True)

    def turns_away(self, script: Script, person: Person, *, shows: bool) -> None:
        """Ask for a person who must not be let in: excluded, or without a document."""
        self._asked(script, person, "EntryRefused", shows=shows)

    def lets_out(self, script: Script, person: Person) -> None:
        """Record that a person leaves."""
        command = compliance.RecordExit(header=script.header(RECEPTIONIST), person=person.token)
        script.send(Caller.ENTRANCE, command, "PersonLeft")
        self.truth.events["PersonLeft"] += 1

    def takes_request(self, script: Script, person: Person) -> None:
        """Enter a person's own written request not to be admitted, without an end (M24.3)."""
        command = compliance.ExcludePerson(header=script.header(RECEPTIONIST), person=person.token)
        script.send(Caller.ENTRANCE, command, "SelfExclusionEntered")
        self.truth.events["SelfExclusionEntered"] += 1

    def _asked(self, script: Script, person: Person, comes_to: str, *, shows: bool) -> None:
        command = compliance.AdmitPerson(
            header=script.header(RECEPTIONIST),
            person=person.token,
            document=person.document if shows else None,
            entrance=_DOOR,
        )
        script.send(Caller.ENTRANCE, command, comes_to)
        self.truth.events[comes_to] += 1
