"""Intake: one command on its way into its book; every face, typed RPC or batch, uses it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from countroom.ledger.v1.person_pb2 import IdentityDocument, SealedParticulars
from countroom.ledger.v1.receipt_pb2 import FieldViolation, Receipt

from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.digest import command_digest
from services.chassis.directory import Directory
from services.chassis.envelope import Asked
from services.chassis.field_rules import has_unknown_fields, violations
from services.chassis.live_partition import LivePartition
from services.kernel.domain import Domain


class Sealer(Protocol):
    """What keeps identity documents out of events: persons.Persons."""

    async def prepare(self, persons: Iterable[tuple[str, str]]) -> None:
        """Make the keys of all these (casino_id, person) by one write."""

    def seal(self, casino_id: str, person: str, document: IdentityDocument) -> SealedParticulars:
        """Return the document sealed under the key of the casino's person."""


_RETRY_MS: Final = 100


@dataclass(frozen=True, slots=True)
class Intake:
    """What turns a request into a recorded command: checks, digest, seal, book."""

    domain: Domain
    partitions: Mapping[int, LivePartition]
    directory: Directory
    persons: Sealer
    digest_key: bytes
    clock_us: Callable[[], int]

    def partition_of(self, casino_id: str) -> LivePartition:
        """Return where the casino's book is written, or answer who writes it."""
        number = self.directory.partition_of(casino_id)
        if number is None:
            for live in self.partitions.values():
                if live.is_registered(casino_id):
                    return live
            raise Answered(
                answers.failed_precondition(
                    "casino_not_registered",
                    f"Casino {casino_id} is not registered. Register it, or correct the id.",
                    {"casino_id": casino_id},
                )
            )
        live_here = self.partitions.get(number)
        if live_here is None:
            raise Answered(self._not_the_owner(casino_id, number))
        return live_here

    def partition_for_new(self, casino_id: str) -> LivePartition:
        """Return where a casino is, or is to be registered: the partition with the fewest."""
        if self.directory.partition_of(casino_id) is not None:
            return self.partition_of(casino_id)
        registered = [p for p in self.partitions.values() if p.is_registered(casino_id)]
        if registered:
            return registered[0]
        return min(
            self.partitions.values(),
            key=lambda p: (self.directory.casinos_in(p.partition.number), p.partition.number),
        )

    async def prepare(self, commands: Iterable[Any]) -> None:
        """Make the keys of everyone who shows a document in these commands by one write."""
        documents = self.domain.documents
        await self.persons.prepare(
            (command.header.casino_id, person_of(command))
            for command in commands
            if (person_of := documents.get(type(command))) and command.HasField("document")
        )

    def take_up(self, live: LivePartition, command: Any, caller: str) -> Receipt:
        """Record a command that has been checked; raises Refused. Not durable until settled."""
        casino_id = command.header.casino_id
        digest = command_digest(self.digest_key, command)
        sealed = None
        person_of = self.domain.documents.get(type(command))
        if person_of is not None and command.HasField("document"):
            sealed = self.persons.seal(casino_id, person_of(command), command.document)
        asked = Asked(command, digest, caller, self.clock_us(), sealed)
        return live.record(casino_id, asked).receipt

    def _not_the_owner(self, casino_id: str, partition: int) -> Any:
        owner = self.directory.owner_of(self.domain.service, partition)
        return answers.failed_precondition(
            "not_the_owner",
            f"The books of {casino_id} are written at {owner or 'another process'}. Call it there.",
            {"owner": owner, "partition": str(partition)},
        )


def require_sound(request: Any) -> None:
    """Answer INVALID_ARGUMENT where a request has unknown fields or breaks a field's rule."""
    if has_unknown_fields(request):
        text = "has fields that this version does not know: leave them out or call a newer one"
        raise Answered(answers.invalid([FieldViolation(field="(request)", text=text)]))
    found = violations(request)
    if found:
        raise Answered(answers.invalid(found))


def require_room(live: LivePartition) -> None:
    """Answer RESOURCE_EXHAUSTED while too much waits for the log."""
    if live.writer.is_full:
        raise Answered(answers.exhausted("Too many commands wait for the log.", _RETRY_MS))
