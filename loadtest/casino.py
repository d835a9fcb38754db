"""A casino to be set up: its terms, licences, rates, opening balances and desks, as one plan."""

from dataclasses import dataclass

from countroom.ledger.v1.money_pb2 import Ratio


@dataclass(frozen=True, slots=True)
class Terms:
    """What RegisterCasino says; amounts in minor units of the casino's currency."""

    jurisdiction: str
    currency: str
    minor_per_major: int
    zone: str
    day_changes_at_hour: int
    identification_limit_minor: int


@dataclass(frozen=True, slots=True)
class Licence:
    """A full licence of an employee, issued on a day, e.g. "1998-06-30"."""

    employee_id: str
    functions: tuple[str, ...]
    issued_on: str


@dataclass(frozen=True, slots=True)
class Rate:
    """A foreign currency's rates, in the casino's currency for one of the foreign one."""

    currency: str
    buy: Ratio
    sell: Ratio
    valid_from_seconds: int
    valid_until_seconds: int


@dataclass(frozen=True, slots=True)
class Opening:
    """What an account held before the book, above zero, and where the figure is from."""

    account: str
    currency: str
    amount_minor: int
    basis: str


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk and its float: cash by currency and chips, in minor units."""

    desk_id: str
    employee_id: str
    cash_minor: tuple[tuple[str, int], ...]
    chips_minor: int


@dataclass(frozen=True, slots=True)
class Casino:
    """The whole plan; everything in it happens at `opens_at_us` (microseconds since 1970 UTC)."""

    casino_id: str
    terms: Terms
    opens_at_us: int
    licences: tuple[Licence, ...]
    rates: tuple[Rate, ...]
    openings: tuple[Opening, ...]
    desks: tuple[Desk, ...]
    chief_cashier: str
    """The employee who enters rates and opening balances."""
