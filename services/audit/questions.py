"""Questions: what answers each RPC of the service. A test holds the table against the protos."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from services.audit.answers import (
    alert,
    event,
    exception,
    exchange,
    identification,
    patron_session,
    posting,
    verification,
)
from services.audit.reading import Reading

Answer = Callable[[Reading, Any], tuple[Any, tuple[str, ...]]]
"""Returns the answer, and the key of its last row where more follow."""

Exporter = Callable[[Reading, Any], Iterator[list[Any]]]
"""Yields the parts of an answer that streams, some thousand at a time."""


@dataclass(frozen=True, slots=True)
class Answerer:
    """What answers a question; `key` has the columns that order its rows, and their types."""

    answer: Answer
    key: Mapping[str, type[int] | type[str]] = field(default_factory=dict)


ANSWERERS: Final[Mapping[str, Answerer]] = {
    "ListEvents": Answerer(event.list_events, event.LIST_KEY),
    "GetEvent": Answerer(event.get_event),
    "ListIdentifications": Answerer(identification.list_identifications, identification.LIST_KEY),
    "ListExchanges": Answerer(exchange.list_exchanges, exchange.LIST_KEY),
    "SumExchanges": Answerer(exchange.sum_exchanges),
    "GetTrialBalance": Answerer(posting.get_trial_balance),
    "ListAlerts": Answerer(alert.list_alerts, alert.LIST_KEY),
    "ListExceptions": Answerer(exception.list_exceptions, exception.LIST_KEY),
    "ListPatronSessions": Answerer(patron_session.list_patron_sessions, patron_session.LIST_KEY),
    "VerifyBook": Answerer(verification.verify_book),
}
EXPORTERS: Final[Mapping[str, Exporter]] = {"ExportEvents": event.export_events}
