"""Loading: open state back from the warehouse's own rows, where it is not in memory."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from services.streams.projections.casino import CasinoRow
from services.streams.projections.exchange import ExchangeRow
from services.streams.projections.identification import IdentificationRow
from services.streams.projections.patron_session import PatronSessionRow
from services.streams.projections.person_link import PersonLinkRow
from services.streams.projections.visit import VisitRow
from services.streams.watches.finding import FindingRow
from services.warehouse.client import Warehouse

AnyRow = TypeVar("AnyRow", bound=tuple[Any, ...])
MOMENTS: Final = frozenset(
    {
        "occurred_at", "recorded_at", "requested_at", "entered_at", "last_entered_at", "left_at",
        "first_exchange_at", "last_exchange_at", "visit_entered_at", "visit_left_at",
    }
)  # fmt: skip
_NEWEST_FINDING: Final = (
    "casino_id = %(casino)s AND sequence <= %(cashier)s AND {} "
    "ORDER BY sequence DESC LIMIT 1 BY alert_id"
)


@dataclass(frozen=True, slots=True)
class KnownCasino:
    """What is read of a casino when its partition is taken over: the little that rarely changes."""

    casino: CasinoRow | None
    links: list[PersonLinkRow]
    findings: list[FindingRow]
    raised: list[str]


@dataclass(frozen=True, slots=True)
class KnownTokens:
    """What is read of tokens when an event speaks of them."""

    sessions: list[PatronSessionRow]
    visits: list[VisitRow]
    exchanges: list[ExchangeRow]
    findings: list[FindingRow]


@dataclass(frozen=True, slots=True)
class KnownExchanges:
    """What is read of exchanges when an event goes on with them."""

    exchanges: list[ExchangeRow]
    identifications: list[IdentificationRow]


class Through(NamedTuple):
    """How far a casino's books have been folded.

    What lies beyond in the warehouse is of a worker that ended before its cursor was written.
    """

    cashier: int = 0
    compliance: int = 0


class Loader(Protocol):
    """Reads rows that this worker, or the one before it, has written."""

    def casino(self, casino_id: str, through: Through) -> KnownCasino:
        """Return what is known of a casino."""

    def tokens(self, casino_id: str, through: Through, persons: Collection[str]) -> KnownTokens:
        """Return what is known of tokens; every state of an exchange, in the order of the book."""

    def exchanges(
        self, casino_id: str, through: Through, exchange_ids: Collection[str]
    ) -> KnownExchanges:
        """Return the newest state of exchanges and their identifications."""


class WarehouseLoader:
    """Reads from the warehouse; `suffix` names tables beside the live ones, e.g. "_rebuild"."""

    def __init__(self, warehouse: Warehouse, suffix: str = "") -> None:
        """Take a connection that nobody else uses."""
        self._warehouse, self._suffix = warehouse, suffix

    def casino(self, casino_id: str, through: Through) -> KnownCasino:
        """Return what is known of a casino."""
        given = {"casino": casino_id, **through._asdict()}
        book = "if(book LIKE '%%/cashier', %(cashier)s, %(compliance)s)"
        casinos = self._rows(CasinoRow, "casino", "casino_id = %(casino)s", **given)
        raised = self._rows(_AlertId, "alert", "casino_id = %(casino)s", **given)
        return KnownCasino(
            casinos[0] if casinos else None,
            self._rows(
                PersonLinkRow, "person_link", f"casino_id = %(casino)s AND sequence <= {book}",
                **given,
            ),
            self._rows(FindingRow, "finding", _NEWEST_FINDING.format("true"), **given),
            [alert.alert_id for alert in raised],
        )  # fmt: skip

    def tokens(self, casino_id: str, through: Through, persons: Collection[str]) -> KnownTokens:
        """Return what is known of tokens."""
        who = "casino_id = %(casino)s AND person IN %(persons)s"
        subjects = tuple(f"person/{person}" for person in persons)
        given = {"casino": casino_id, "persons": tuple(persons), **through._asdict()}
        until = "sequence <= %({})s ORDER BY sequence"
        return KnownTokens(
            self._rows(PatronSessionRow, "patron_session", who, **given),
            self._rows(VisitRow, "visit", f"{who} AND {until.format('compliance')}", **given),
            self._rows(ExchangeRow, "exchange", f"{who} AND {until.format('cashier')}", **given),
            self._rows(
                FindingRow,
                "finding",
                _NEWEST_FINDING.format("subject IN %(subjects)s"),
                subjects=subjects,
                **given,
            ),
        )

    def exchanges(
        self, casino_id: str, through: Through, exchange_ids: Collection[str]
    ) -> KnownExchanges:
        """Return the newest state of exchanges and their identifications."""
        newest = (
            "book = %(book)s AND exchange_id IN %(ids)s AND sequence <= %(cashier)s "
            "ORDER BY sequence DESC LIMIT 1 BY exchange_id"
        )
        given = {"book": f"{casino_id}/cashier", "ids": tuple(exchange_ids), **through._asdict()}
        return KnownExchanges(
            self._rows(ExchangeRow, "exchange", newest, **given),
            self._rows(IdentificationRow, "identification", newest, **given),
        )

    def _rows(self, kind: type[AnyRow], table: str, where: str, **given: Any) -> list[AnyRow]:
        fields: tuple[str, ...] = getattr(kind, "_fields")  # noqa: B009 - rows are named tuples
        names = ", ".join(map(_selected, fields))
        # The condition is ours; what comes from outside is a parameter in it.
        sql = f"SELECT {names} FROM {table}{self._suffix} FINAL WHERE {where}"  # noqa: S608
        return [kind(*row) for row in self._warehouse.rows(sql, given)]


class _AlertId(NamedTuple):
    alert_id: str


def _selected(field: str) -> str:
    """Return a column as the rows have it: moments as whole microseconds, not as datetimes."""
    return f"toUnixTimestamp64Micro({field})" if field in MOMENTS else f"`{field}`"
