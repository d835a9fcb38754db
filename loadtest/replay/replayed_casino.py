"""The casino that a file is replayed in: one of its own for each file, zone and currency."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Final

from countroom.cashier.v1.exchange_pb2 import Direction

from loadtest.casino import Casino, Desk, Licence, Opening, Terms
from loadtest.replay.exchanges import ReplayedExchange
from loadtest.replay.settings import (
    DAY_CHANGES_AT_HOUR,
    LIMIT_MINOR,
    MINOR_PER_MAJOR,
    ReplaySettings,
)

DESK: Final = "desk-1"
_CHIEF: Final = "chief-cashier-1"
_AN_HOUR_US: Final = 3_600_000_000
_BASIS: Final = "The most by which chips cashed in exceed chips sold in the replayed file"


def casino_id_of(file: bytes, settings: ReplaySettings) -> str:
    """Return the id of the file's own casino: another file or setting can't mingle with it."""
    seen = hashlib.sha256(f"{settings.zone}/{settings.currency}/".encode() + file).hexdigest()
    return f"replay-{seen[:12]}"


def cashier_on(local: datetime) -> str:
    """Return the cashier at work: one for each year, so that no licence runs out (M16)."""
    return f"cashier-{local.year}"


def replayed_casino(
    casino_id: str, settings: ReplaySettings, exchanges: Sequence[ReplayedExchange]
) -> Casino:
    """Return the plan: what it opens with is the least that the file's exchanges need."""
    currency, first = settings.currency, exchanges[0]
    walked_in, chips = _needed_minor(exchanges)
    held = (("vault_cash", walked_in), ("vault_chips", chips))
    owed = (("chips_outstanding/cashier", walked_in),)
    openings = tuple(
        Opening(account, currency, amount_minor, _BASIS)
        for account, amount_minor in held + owed
        if amount_minor
    )
    return Casino(
        casino_id=casino_id,
        terms=Terms(
            jurisdiction="malta_1998",
            currency=currency,
            minor_per_major=MINOR_PER_MAJOR,
            zone=settings.zone,
            day_changes_at_hour=DAY_CHANGES_AT_HOUR,
            identification_limit_minor=LIMIT_MINOR,
        ),
        opens_at_us=first.at_us - _AN_HOUR_US,
        licences=_licences(exchanges),
        rates=(),
        openings=openings,
        desks=(Desk(DESK, cashier_on(first.local), ((currency, walked_in),), chips),),
        chief_cashier=_CHIEF,
    )


def _needed_minor(exchanges: Sequence[ReplayedExchange]) -> tuple[int, int]:
    """Return the cash, and the chips, with which the desk never runs out of them."""
    sold = Direction.DIRECTION_PURCHASE
    taken = accumulate(
        e.amount_minor if e.direction == sold else -e.amount_minor for e in exchanges
    )
    running = [0, *taken]
    return -min(running), max(running)


def _licences(exchanges: Sequence[ReplayedExchange]) -> tuple[Licence, ...]:
    years = sorted({exchange.local.year for exchange in exchanges})
    # The year before: the first session of a January may lie an hour after the licence's issue.
    cashiers = [Licence(f"cashier-{y}", ("cashier",), f"{y - 1}-12-01") for y in years]
    chief = Licence(_CHIEF, ("chief_cashier",), f"{years[0] - 1}-12-01")
    return (chief, *cashiers)
