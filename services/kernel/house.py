"""House: what one decision may know besides its own stream's state; read-only and repeatable."""

from dataclasses import dataclass
from typing import Any, Protocol

from countroom.ledger.v1.person_pb2 import SealedParticulars

from services.kernel.visits import Visit


@dataclass(frozen=True, slots=True)
class CasinoTerms:
    """What a casino was registered with; amounts in minor units of its currency."""

    casino_id: str
    rulebook: str  # name and version, e.g. "malta_1998@1"
    currency: str
    minor_per_major: int
    zone: str
    day_changes_at_hour: int
    identification_limit_minor: int


class House(Protocol):
    """Facts as they stood when the decision was made; the same question always gets one answer.

    Another book's facts are as fresh as the envelope's `house` sequences say.
    """

    @property
    def terms(self) -> CasinoTerms:
        """Return what the casino was registered with."""

    @property
    def is_after(self) -> bool:
        """Say whether the command tells of what has happened: nothing is refused, only flagged."""

    @property
    def caller(self) -> str:
        """Return the authenticated system or person that calls, e.g. "desk-system-1"."""

    @property
    def gaming_day(self) -> str:
        """Return the gaming day of the command's occurred_at, e.g. "1998-06-30"."""

    @property
    def partition(self) -> int:
        """Return the partition of the book's casino, or the one that a new casino gets."""

    @property
    def sealed(self) -> SealedParticulars | None:
        """Return the command's identity document, sealed under the person's key."""

    def stream(self, name: str) -> Any:
        """Return the state of another stream of the same book, e.g. "desk/desk-1"."""

    def balance_minor(self, account: str, currency: str) -> int:
        """Return the book's balance of an account in minor units; 0 where it never moved."""

    def licence(self, employee_id: str, function: str, at_seconds: int) -> str:
        """Return the licence in force that covers the function at a moment, or ""."""

    def visits(self, person: str) -> tuple[Visit, ...]:
        """Return the newest VISITS_KEPT visits that the entrance recorded under this very token.

        They are in the order of their entry.
        """

    def tokens_of_document(self, document_index: bytes) -> frozenset[str]:
        """Return the tokens that produced this document in other books."""

    def linked(self, person: str) -> frozenset[str]:
        """Return the person's other tokens that other books know of, the token itself left out."""
