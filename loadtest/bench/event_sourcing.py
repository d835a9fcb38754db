"""`eventsourcing` on PostgreSQL with psycopg: an application with the same work, and bare inserts.

The application loads a person's visit (from the library's own cache), holds the purchase against a
limit, and saves one event of the ledger's size: what a command of the ledger does, without its
postings, chain, documents and repeats. Bare inserts read and decide nothing: each command is a new
aggregate, which is the most that the library can store.
"""

import random
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Final, Protocol
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

THREADS: Final = (1, 2, 4, 8)
BATCH: Final = 500
_PERSONS: Final = 1_000
_LIMIT: Final = Decimal(10**9)
_AMOUNT: Final = Decimal("25.000")


class Visit(Aggregate):
    """One person's purchases of chips."""

    @event("Opened")
    def __init__(self, person: str, rest: str) -> None:
        """Begin with nothing bought; `rest` brings an event to the ledger's size."""
        self.person, self.rest, self.total = person, rest, Decimal(0)

    @staticmethod
    def create_id(person: str, rest: str) -> UUID:
        """Return the id of a person's visit."""
        _ = rest
        return uuid5(NAMESPACE_URL, person)

    @event("ChipsSold")
    def sell(self, desk_id: str, amount: Decimal, rest: str) -> None:
        """Add a purchase."""
        _ = desk_id, rest
        self.total += amount


class Work(Protocol):
    """What is measured: one command a transaction, or many."""

    def __init__(self, application: Application[UUID], rest: str) -> None:
        """Take where it is kept."""

    def one(self, thread: int) -> None:
        """Keep one command; threads never meet in one aggregate."""

    def many(self, commands: int) -> None:
        """Keep so many in one transaction."""


class Purchases:
    """The application: load, decide, save."""

    def __init__(self, application: Application[UUID], rest: str) -> None:
        """Open everybody's visit, under names that no earlier round used."""
        self._kept, self._rest, self._chance = application, rest, random.Random(1)
        self._round = uuid4().hex
        self._kept.save(*(Visit(person=self._person(n), rest="") for n in range(_PERSONS)))

    def one(self, thread: int) -> None:
        """Sell to one of the thread's own persons."""
        most = max(THREADS)
        number = self._chance.randrange(_PERSONS // most) * most + thread
        visit = self._visit(self._person(number))
        self._sell(visit)
        self._kept.save(visit)

    def many(self, commands: int) -> None:
        """Sell to anybody."""
        visits: dict[str, Visit] = {}
        for _ in range(commands):
            person = self._person(self._chance.randrange(_PERSONS))
            if person not in visits:
                visits[person] = self._visit(person)
            self._sell(visits[person])
        self._kept.save(*visits.values())

    def _person(self, number: int) -> str:
        return f"{self._round}-{number}"

    def _visit(self, person: str) -> Visit:
        visit: Visit = self._kept.repository.get(Visit.create_id(person, ""))
        return visit

    def _sell(self, visit: Visit) -> None:
        if visit.total + _AMOUNT > _LIMIT:
            raise ValueError(visit.person)
        visit.sell("desk-1", _AMOUNT, self._rest)


class BareInserts:
    """New aggregates, one event each."""

    def __init__(self, application: Application[UUID], rest: str) -> None:
        """Begin."""
        self._kept, self._rest = application, rest

    def one(self, thread: int) -> None:
        """Insert one."""
        _ = thread
        self._kept.save(self._new())

    def many(self, commands: int) -> None:
        """Insert many."""
        self._kept.save(*(self._new() for _ in range(commands)))

    def _new(self) -> Visit:
        return Visit(person=uuid4().hex, rest=self._rest)


def single_per_second(
    kind: type[Work], environment: Mapping[str, str], event_bytes: int, threads: int, commands: int
) -> float:
    """Return commands a second, one a transaction, from so many threads."""
    more = {"POSTGRES_POOL_SIZE": str(threads), "AGGREGATE_CACHE_MAXSIZE": str(2 * _PERSONS)}
    with Application[UUID](env={**environment, **more}) as application:
        work = kind(application, _rest(application, event_bytes))
        share = commands // threads

        def keep(thread: int) -> None:
            for _ in range(share):
                work.one(thread)

        with ThreadPoolExecutor(threads) as pool:
            began = time.perf_counter()
            for done in [pool.submit(keep, thread) for thread in range(threads)]:
                done.result()
            return share * threads / (time.perf_counter() - began)


def batched_per_second(
    kind: type[Work], environment: Mapping[str, str], event_bytes: int, commands: int
) -> float:
    """Return commands a second, BATCH of them a transaction."""
    more = {"AGGREGATE_CACHE_MAXSIZE": str(2 * _PERSONS)}
    with Application[UUID](env={**environment, **more}) as application:
        work = kind(application, _rest(application, event_bytes))
        work.many(BATCH)
        began = time.perf_counter()
        for _ in range(commands // BATCH):
            work.many(BATCH)
        return commands // BATCH * BATCH / (time.perf_counter() - began)


def _rest(application: Application[UUID], event_bytes: int) -> str:
    """Return as much text as brings the stored event to a size."""
    visit = Visit(person="p-0000", rest="")
    (bare,) = visit.pending_events
    return "x" * max(0, event_bytes - len(application.mapper.to_stored_event(bare).state))
