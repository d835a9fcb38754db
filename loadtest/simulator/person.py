"""A person in the simulator's eyes: tokens, document, and what was exchanged this evening."""

from dataclasses import dataclass, field
from fractions import Fraction

from countroom.cashier.v1.exchange_pb2 import Direction
from countroom.ledger.v1.person_pb2 import IdentityDocument


@dataclass(slots=True)
class WayTotal:
    """What was exchanged one way in the patron session, and whether a document covers it."""

    total: Fraction = Fraction(0)
    is_identified: bool = False


@dataclass(slots=True)
class Person:
    """A patron under one token. Names and documents are made up."""

    token: str
    document: IdentityDocument
    chips_minor: int = 0
    ways: dict[Direction, WayTotal] = field(default_factory=dict)

    def way(self, direction: Direction) -> WayTotal:
        """Return what was exchanged one way."""
        return self.ways.setdefault(direction, WayTotal())


def person_of(token: str) -> Person:
    """Return somebody nobody is: a document that goes with the token alone."""
    return Person(
        token,
        IdentityDocument(
            document_type="identity_card",
            document_number=f"EXAMPLE-{token}",
            issuer="XX",
            full_name=f"Example Person {token}",
            date_of_birth="1950-01-01",
        ),
    )
