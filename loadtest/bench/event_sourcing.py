"""`eventsourcing` on PostgreSQL with psycopg: the same work kept by the best known Python library.

Each command is one new aggregate with one event of the ledger's size: nothing is read first, which
is the quickest way there is through the library.
"""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Final
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

THREADS: Final = (1, 2, 4, 8)
BATCH: Final = 500


class Sale(Aggregate):
    """One purchase of chips."""

    @event("ChipsSold")
    def __init__(self, desk_id: str, person: str, amount: Decimal, rest: str) -> None:
        """Take what an exchange says; `rest` brings the event to the ledger's size."""
        self.desk_id, self.person, self.amount, self.rest = desk_id, person, amount, rest


class Sales(Application[UUID]):
    """Keeps sales."""

    def sell(self, sale: Sale) -> None:
        """Keep one sale in a transaction of its own."""
        self.save(sale)

    def sell_all(self, sales: list[Sale]) -> None:
        """Keep many sales in one transaction."""
        self.save(*sales)


def single_per_second(
    environment: Mapping[str, str], event_bytes: int, threads: int, commands: int
) -> float:
    """Return commands a second, one a transaction, from so many threads."""
    sales = Sales(env={**environment, "POSTGRES_POOL_SIZE": str(threads)})
    try:
        rest = _rest(sales, event_bytes)
        _sell(sales, rest, 100)
        with ThreadPoolExecutor(threads) as pool:
            began = time.perf_counter()
            share = commands // threads
            done = [pool.submit(_sell, sales, rest, share) for _ in range(threads)]
            kept = sum(future.result() for future in done)
            return kept / (time.perf_counter() - began)
    finally:
        sales.close()


def batched_per_second(environment: Mapping[str, str], event_bytes: int, commands: int) -> float:
    """Return commands a second, BATCH of them a transaction."""
    sales = Sales(env=environment)
    try:
        rest = _rest(sales, event_bytes)
        _sell(sales, rest, 100)
        began = time.perf_counter()
        for _ in range(commands // BATCH):
            sales.sell_all([_sale(rest) for _ in range(BATCH)])
        return commands // BATCH * BATCH / (time.perf_counter() - began)
    finally:
        sales.close()


def _sell(sales: Sales, rest: str, commands: int) -> int:
    for _ in range(commands):
        sales.sell(_sale(rest))
    return commands


def _sale(rest: str) -> Sale:
    return Sale("desk-1", "p-0001", Decimal("25.000"), rest)


def _rest(sales: Sales, event_bytes: int) -> str:
    """Return as much text as brings the stored event to a size."""
    (bare,) = _sale("").pending_events
    size = len(sales.mapper.to_stored_event(bare).state)
    return "x" * max(0, event_bytes - size)
