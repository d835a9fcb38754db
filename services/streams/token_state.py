"""Token state: what the worker holds of one person's token between two events."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from services.streams.loading import KnownTokens
from services.streams.projections.exchange import ExchangeRow
from services.streams.projections.patron_session import session_of
from services.streams.projections.token_session import TokenSession
from services.streams.projections.visit import VisitRow
from services.streams.watches.deal import KEPT_US, Dealings, dealings_of
from services.streams.watches.finding import FindingRow


@dataclass(slots=True)
class TokenState:
    """One token's sessions, visits and dealings; `touched` is the flush that it last was of."""

    sessions: dict[str, TokenSession] = field(default_factory=dict)
    visits: dict[int, VisitRow] = field(default_factory=dict)
    dealings: Dealings = field(default_factory=Dealings)
    findings: dict[str, FindingRow] = field(default_factory=dict)
    touched: int = 0

    def keep_finding(self, finding: FindingRow) -> None:
        """Keep a finding, and drop those too old to matter to any window."""
        self.findings[finding.alert_id] = finding
        oldest = self.dealings.newest_us - 2 * KEPT_US
        stale = [f.alert_id for f in self.findings.values() if _is_stale(f, oldest)]
        for alert_id in stale:
            del self.findings[alert_id]


def token_states(persons: Iterable[str], known: KnownTokens) -> dict[str, TokenState]:
    """Return each token's state from its rows."""
    states = {person: TokenState() for person in persons}
    for session in map(session_of, known.sessions):
        states[session.person].sessions[session.patron_session_id] = session
    for visit in known.visits:
        states[visit.person].visits[visit.first_sequence] = visit
    exchanges: defaultdict[str, list[ExchangeRow]] = defaultdict(list)
    for row in known.exchanges:
        exchanges[row.person].append(row)
    for person, rows in exchanges.items():
        states[person].dealings = dealings_of(rows)
    for finding in known.findings:
        states[finding.subject.removeprefix("person/")].keep_finding(finding)
    return states


def _is_stale(finding: FindingRow, oldest_us: int) -> bool:
    return not finding.still_over and finding.occurred_at < oldest_us
