"""The replay's own tally of a player's gaming day: at which exchange a document falls due (M46)."""

from collections import defaultdict
from dataclasses import dataclass

from countroom.cashier.v1.exchange_pb2 import Direction

from loadtest.replay.exchanges import ReplayedExchange


@dataclass(slots=True)
class DayTotal:
    """What a player exchanged one way in a gaming day, and whether a document covers it."""

    total_minor: int = 0
    is_identified: bool = False


class IdentificationTally:
    """Takes exchanges in their order; the ledger, which decides alone, must find nothing missed."""

    def __init__(self, limit_minor: int) -> None:
        """Take the limit in minor units: strictly more is over it."""
        self._limit_minor = limit_minor
        self._days: defaultdict[tuple[str, str, Direction], DayTotal] = defaultdict(DayTotal)
        self.documents = 0

    def is_document_due(self, exchange: ReplayedExchange) -> bool:
        """Count the exchange in; say whether it, alone or with others, is over the limit."""
        day = self._days[exchange.person, exchange.gaming_day, exchange.direction]
        day.total_minor += exchange.amount_minor
        alone = exchange.amount_minor > self._limit_minor
        together = day.total_minor > self._limit_minor and not day.is_identified
        if not (alone or together):
            return False
        day.is_identified = True
        self.documents += 1
        return True
