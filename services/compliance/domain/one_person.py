"""Which tokens are one person: those of the same document, directly or through others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from countroom.compliance.v1.compliance_events_pb2 import PersonIdentified, PersonsLinked
from countroom.ledger.v1.receipt_pb2 import Notice

from services.compliance.domain.events import Event
from services.compliance.domain.person_state import Person
from services.compliance.domain.refusals import ComplianceNotice
from services.compliance.domain.self_exclusion import is_excluded
from services.kernel.decider import Fact
from services.kernel.house import House


@dataclass(frozen=True, slots=True)
class OnePerson:
    """A person under every token, as known from this command on, and what it found out."""

    tokens: Mapping[str, Person]
    facts: tuple[Fact[Event], ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def is_identified(self) -> bool:
        """Say whether a document was produced under any token."""
        return any(person.is_identified for person in self.tokens.values())

    @property
    def inside(self) -> tuple[str, ...]:
        """Return the tokens under which the person was let in and has not left."""
        return tuple(token for token, person in self.tokens.items() if person.is_inside)

    def is_excluded(self, at_seconds: int) -> bool:
        """Say whether the person asked, under any token, not to be let in."""
        return any(is_excluded(p.exclusions, at_seconds) for p in self.tokens.values())


def one_person(token: str, house: House) -> OnePerson:
    """Return the person behind a token as the book knows it."""
    return OnePerson(_group([token], house))


def identified(token: str, house: House) -> OnePerson:
    """Return the person behind a token who produced the command's document just now.

    Whoever produced the same one before is the same person from now on.
    """
    sealed = house.sealed
    if sealed is None:
        return one_person(token, house)
    known = _group([token], house)
    stream = house.stream(f"document/{sealed.document_index.hex()}")
    before: frozenset[str] = stream.tokens | house.tokens_of_document(sealed.document_index)
    linked: list[str] = []
    for other in sorted(before):
        if other not in known:
            linked.append(other)
            known = _group([token, *linked], house)
    facts: list[Fact[Event]] = [Fact(PersonIdentified(person=token, particulars=sealed))]
    for other in linked:
        link = PersonsLinked(
            person=token, linked_person=other, document_index=sealed.document_index
        )
        facts.append(Fact(link))
    known[token] = known[token]._replace(is_identified=True)
    return OnePerson(known, tuple(facts), tuple(map(_notice, linked)))


def _group(start: Iterable[str], house: House) -> dict[str, Person]:
    """Return every token that can be reached from these, the first of them first."""
    group: dict[str, Person] = {}
    waiting = list(start)
    while waiting:
        token = waiting.pop(0)
        if token not in group:
            group[token] = house.stream(f"person/{token}")
            waiting += sorted(group[token].linked | house.linked(token))
    return group


def _notice(other: str) -> Notice:
    text = f"{other} produced the same document: from now on the two are one person."
    return Notice(code=ComplianceNotice.PERSONS_LINKED, text=text)
