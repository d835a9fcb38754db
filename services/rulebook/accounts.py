"""The chart of accounts: whose each account is, on which side it stands, and how far it may go."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from services.rulebook.package_data import text_of


class AccountKind(StrEnum):
    """On which side an account stands: its balance is above zero, or below it."""

    ASSET = "asset"
    EXPENSE = "expense"
    LIABILITY = "liability"
    INCOME = "income"
    EQUITY = "equity"
    CONTRA = "contra"  # follows another account: it has no side of its own


_ABOVE_ZERO: Final = frozenset({AccountKind.ASSET, AccountKind.EXPENSE})


class UnknownAccount(KeyError):
    """The chart has no such account."""


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """One line of the chart; `opens_against` is where an opening balance finds its other half."""

    pattern: str
    owner: str
    kind: AccountKind
    may_be_negative: bool
    text: str
    in_any_currency: bool = False
    opens_against: str = "opening_balance"

    @property
    def sign(self) -> int:
        """Return 1 where a balance above zero is the usual one, and -1 where one below it is."""
        return 1 if self.kind in _ABOVE_ZERO else -1

    @property
    def held_to(self) -> int:
        """Return the sign that the balance may not leave, or 0 where it may stand anywhere."""
        return 0 if self.may_be_negative else self.sign


class Chart:
    """Every account, found by its name: "cage_cash/desk-1" by the pattern "cage_cash/*"."""

    def __init__(self, entries: Iterable[AccountEntry]) -> None:
        """Take the entries; a pattern that stands twice is a ValueError."""
        self.entries = tuple(entries)
        self._by_pattern = {entry.pattern: entry for entry in self.entries}
        # Asked at each posting, of the few accounts that a house has: worth remembering.
        self._held_to: dict[str, int] = {}
        if len(self._by_pattern) != len(self.entries):
            raise ValueError(sorted(entry.pattern for entry in self.entries))

    def entry(self, account: str) -> AccountEntry:
        """Return an account's line; raise UnknownAccount for a name that is not in the chart."""
        kind, _, name = account.partition("/")
        found = self._by_pattern.get(account)
        if found is None and name and "/" not in name:
            found = self._by_pattern.get(f"{kind}/*")
        if found is None or "*" in account:
            raise UnknownAccount(account)
        return found

    def held_to(self, account: str) -> int:
        """Return the sign that an account's balance may not leave (M41.b.ii), or 0."""
        sign = self._held_to.get(account)
        if sign is None:
            sign = self._held_to[account] = self.entry(account).held_to
        return sign


def parse_chart(text: str) -> Chart:
    """Read accounts.toml; a missing or unknown key is a TypeError, an unknown kind a ValueError."""
    lines = tomllib.loads(text)["account"]
    return Chart(AccountEntry(**line | {"kind": AccountKind(line["kind"])}) for line in lines)


CHART: Final = parse_chart(text_of("accounts.toml"))
"""The chart that this version posts to."""
