"""Casino state: everything that the folds of one casino's books go on from, held in memory."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from services.kernel.house import CasinoTerms
from services.streams.loading import KnownCasino, KnownExchanges, Through
from services.streams.projections.casino import casino_terms
from services.streams.projections.exchange import PENDING, ExchangeRow
from services.streams.projections.identification import IdentificationRow
from services.streams.projections.linked_tokens import LinkedTokens
from services.streams.projections.person_link import PersonLinkRow
from services.streams.token_state import TokenState
from services.streams.watches.finding import FindingRow


@dataclass(slots=True)
class CasinoState:
    """One casino's open state.

    `is_whole`: nothing of the casino is in the warehouse and not here, so nothing need be looked up
    but exchanges, which are dropped once they are settled and written. `flush` numbers the flushes.
    """

    casino_id: str
    is_whole: bool = True
    through: Through = field(default_factory=Through)
    terms: CasinoTerms | None = None
    tokens: dict[str, TokenState] = field(default_factory=dict)
    exchanges: dict[str, ExchangeRow] = field(default_factory=dict)
    identifications: dict[str, IdentificationRow] = field(default_factory=dict)
    links: list[PersonLinkRow] = field(default_factory=list)
    linked: LinkedTokens = field(default_factory=LinkedTokens)
    linked_at_desk: LinkedTokens = field(default_factory=LinkedTokens)
    unraised: dict[str, FindingRow] = field(default_factory=dict)
    raised: set[str] = field(default_factory=set)
    dirty_sessions: dict[str, set[str]] = field(default_factory=dict)
    dirty_persons: set[str] = field(default_factory=set)
    settled: list[str] = field(default_factory=list)
    flush: int = 1

    def restore(self, known: KnownCasino, through: Through) -> None:
        """Take in what the warehouse knows of the casino; the rest is loaded when it is needed."""
        self.is_whole, self.through = False, through
        self.terms = casino_terms(known.casino) if known.casino else None
        for link in known.links:
            self.link(link)
        self.raised = set(known.raised)
        for finding in known.findings:
            self.found(finding)

    def restore_exchanges(self, known: KnownExchanges) -> None:
        """Take in exchanges that an event goes on with."""
        for exchange in known.exchanges:
            self.exchanges[exchange.exchange_id] = exchange
            self.settled.append(exchange.exchange_id)
        for identification in known.identifications:
            self.identifications[identification.exchange_id] = identification

    def link(self, link: PersonLinkRow) -> None:
        """Take in that two tokens are one person."""
        self.links.append(link)
        self.linked.join(link.person, link.linked_person)
        if link.book.endswith("/cashier"):
            self.linked_at_desk.join(link.person, link.linked_person)

    def token(self, person: str) -> TokenState:
        """Return a token's state, an empty one where nothing was ever read of it."""
        state = self.tokens.get(person)
        if state is None:
            state = self.tokens[person] = TokenState()
        elif state.touched != self.flush:
            # Kept in the order of last use, so that the oldest are the first to go.
            del self.tokens[person]
            self.tokens[person] = state
        state.touched = self.flush
        return state

    def found(self, finding: FindingRow) -> None:
        """Have a new finding handed in, unless the compliance book has it already."""
        if finding.alert_id not in self.raised:
            self.unraised[finding.alert_id] = finding

    def was_raised(self, alert_id: str) -> None:
        """Take in that the compliance book has an alert."""
        self.raised.add(alert_id)
        self.unraised.pop(alert_id, None)

    def mark_dirty(self, person: str, patron_session_id: str) -> None:
        """Have a session's row written at the next flush, and those that count with it."""
        dirty = self.dirty_sessions.get(person)
        if dirty is None:
            self.dirty_sessions[person] = {patron_session_id}
        else:
            dirty.add(patron_session_id)
        if self.linked.is_linked(person):
            self._hold_group(person)

    def mark_all_dirty(self, person: str) -> None:
        """Have every session's row of a person's tokens written at the next flush."""
        self.dirty_persons.update(self.linked.group(person))
        self._hold_group(person)

    def forget_dirty(self) -> None:
        """Have no session's row written: what is in memory can't be trusted."""
        self.dirty_sessions, self.dirty_persons = {}, set()

    def _hold_group(self, person: str) -> None:
        """Hold a person's other tokens too until the rows are made, which need them all."""
        for token in self.linked.group(person):
            self.token(token)

    def next_flush(self) -> tuple[int, list[str]]:
        """Begin the next flush; return the number and the settled exchanges of the one before."""
        flush, settled = self.flush, self.settled
        self.flush, self.settled = flush + 1, []
        return flush, settled

    def flushed(self, flush: int, settled: Iterable[str], tokens_kept: int) -> None:
        """Drop what a finished flush has written and nothing still needs."""
        again = set(self.settled)
        for exchange_id in settled:
            exchange = self.exchanges.get(exchange_id)
            if exchange is not None and exchange.status != PENDING and exchange_id not in again:
                del self.exchanges[exchange_id]
                self.identifications.pop(exchange_id, None)
        too_many = max(0, len(self.tokens) - tokens_kept)
        for person in list(islice(self.tokens, too_many)):
            if self.tokens[person].touched <= flush:
                del self.tokens[person]
                self.is_whole = False
