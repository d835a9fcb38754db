"""Which tokens are one person, as far as the desks, the documents and the other books know."""

from collections.abc import Iterable
from typing import NamedTuple

from countroom.cashier.v1.cashier_events_pb2 import PersonsLinked

from services.cashier.domain.patron import Patron
from services.kernel.house import House


class Token(NamedTuple):
    """A token and what the desks remember of it."""

    name: str
    patron: Patron


class OnePerson(NamedTuple):
    """A person's tokens, the command's own first, as they stand from this command on.

    `parts` are the tokens as they were grouped before: one part where nothing new was found.
    `links` are the events that join the others to the first part.
    """

    parts: tuple[tuple[Token, ...], ...]
    links: tuple[PersonsLinked, ...] = ()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Return all of them."""
        return self.parts[0] if len(self.parts) == 1 else tuple(t for p in self.parts for t in p)


def one_person(person: str, patron: Patron, house: House) -> OnePerson:
    """Return the person behind a token, by what other books and the document now produced say.

    Links are followed from token to token, so that whoever is linked to a linked token counts too.
    """
    sealed = house.sealed
    if sealed is None and not patron.linked and not house.linked(person):
        return OnePerson(((Token(person, patron),),))
    index = sealed.document_index if sealed is not None else b""
    same_document = _tokens_of(index, house) - {person} if index else frozenset()
    own = _grouped((Token(person, patron),), house)
    parts, links, seen = [own], [], {token.name for token in own}
    found = [*sorted(same_document), *sorted(_told(seen, house))]
    while found:
        name = found.pop(0)
        if name in seen:
            continue
        part = _grouped((Token(name, _patron(name, house)),), house)
        names = {token.name for token in part}
        document_index = index if name in same_document else b""
        links.append(
            PersonsLinked(person=person, linked_person=name, document_index=document_index)
        )
        parts.append(part)
        seen |= names
        found += sorted(_told(names, house) - seen)
    return OnePerson(tuple(parts), tuple(links))


def _tokens_of(document_index: bytes, house: House) -> frozenset[str]:
    own: frozenset[str] = house.stream(f"document/{document_index.hex()}").tokens
    return own | house.tokens_of_document(document_index)


def _told(names: Iterable[str], house: House) -> set[str]:
    """Return the tokens that other books link to these."""
    return {other for name in names for other in house.linked(name)}


def _grouped(tokens: tuple[Token, ...], house: House) -> tuple[Token, ...]:
    """Return the tokens and all that this book has linked to them, directly or through others."""
    group = {token.name: token for token in tokens}
    found = list(tokens)
    while found:
        for name in sorted(found.pop().patron.linked):
            if name not in group:
                group[name] = Token(name, _patron(name, house))
                found.append(group[name])
    return tuple(group.values())


def _patron(name: str, house: House) -> Patron:
    patron: Patron = house.stream(f"patron_session/{name}")
    return patron
