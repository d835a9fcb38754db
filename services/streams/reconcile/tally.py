"""Tally: what a run of a book's events comes to, from the log or from the warehouse alike."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from countroom.ledger.v1.event_pb2 import Event

from services.chassis.pages import Page, leaf_hash

_MODULUS: Final = 1 << 64
AccountOf = tuple[str, str]
"""Account and currency."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Sequences `first` to `last`: events and postings counted, leaf hashes and amounts added up.

    `leaf_sum` is of the first eight bytes of each leaf hash, little-endian, modulo 2^64.
    """

    first: int
    last: int
    events: int
    leaf_sum: int
    postings: int
    balances: Mapping[AccountOf, int] = field(default_factory=dict)

    def joined(self, after: "Tally") -> "Tally":
        """Return this and the run that follows it as one."""
        balances = Counter(self.balances)
        balances.update(after.balances)
        return Tally(
            self.first,
            after.last,
            self.events + after.events,
            (self.leaf_sum + after.leaf_sum) % _MODULUS,
            self.postings + after.postings,
            dict(balances),
        )


def tally_page(page: Page) -> Tally:
    """Return a page's tally, by the events' own bytes."""
    balances: Counter[AccountOf] = Counter()
    leaf_sum = postings = 0
    for raw in page.events:
        leaf_sum += int.from_bytes(leaf_hash(raw)[:8], "little")
        for posting in Event.FromString(raw).postings:
            balances[posting.account, posting.currency] += posting.amount_minor
            postings += 1
    return Tally(
        page.first_sequence,
        page.last_sequence,
        len(page.events),
        leaf_sum % _MODULUS,
        postings,
        dict(balances),
    )


def joined(tallies: Iterable[Tally]) -> Tally:
    """Return runs that follow one another as one; there must be one at least."""
    first, *others = tallies
    for tally in others:
        first = first.joined(tally)
    return first


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a read model differs from the log over a run; all 0 where it does not."""

    events: int
    postings: int
    minor: int
    accounts: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Say whether there is any."""
        return bool(self.events or self.postings or self.minor)


def difference(log: Tally, warehouse: Tally) -> Difference:
    """Compare a run. Events that are there with other bytes count as one that differs."""
    events = abs(log.events - warehouse.events)
    if not events and log.leaf_sum != warehouse.leaf_sum:
        events = 1
    off = {
        account: abs(log.balances.get(account, 0) - warehouse.balances.get(account, 0))
        for account in log.balances.keys() | warehouse.balances.keys()
    }
    return Difference(
        events,
        abs(log.postings - warehouse.postings),
        sum(off.values()),
        tuple(sorted(f"{account} {currency}" for (account, currency), by in off.items() if by)),
    )
