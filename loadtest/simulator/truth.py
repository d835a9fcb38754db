"""Truth: what the simulator knows to have happened, to be held against what the ledger says."""

from collections import Counter
from dataclasses import dataclass, field

from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.audit.v1.identification_questions_pb2 import IdentificationStatus
from countroom.cashier.v1.exchange_pb2 import Direction

ExchangeKind = tuple[Direction, str, ExchangeStatus]
"""Which way, by what (e.g. "foreign_cash"), and how far it has come."""


@dataclass(slots=True)
class Truth:
    """Grows as the evening is made up; amounts in minor units of the casino's currency."""

    exchange_count: Counter[ExchangeKind] = field(default_factory=Counter)
    chips_minor: Counter[ExchangeKind] = field(default_factory=Counter)
    identifications: Counter[IdentificationStatus] = field(default_factory=Counter)
    exceptions: Counter[str] = field(default_factory=Counter)
    """By reason code."""
    events: Counter[str] = field(default_factory=Counter)
    """By kind, of those kinds that the evening's stories are about, e.g. "EntryRefused"."""
    cash_variance_minor: int = 0
    """Cash that the counts at closing find missing."""
    structurer: str = ""
    """Token of the person whose purchases were split to stay under the limit."""

    def moved(self, kind: ExchangeKind, chips_minor: int, times: int = 1) -> None:
        """Count an exchange of a kind in, or with -1 out again."""
        self.exchange_count[kind] += times
        self.chips_minor[kind] += times * chips_minor
