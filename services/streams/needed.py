"""Needed: what a page goes on with, so that what is not in memory is loaded before it is folded."""

from typing import NamedTuple

from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.compliance.v1 import compliance_events_pb2 as k

from services.streams.casino_state import CasinoState
from services.streams.loading import KnownExchanges, KnownTokens, Loader, Through
from services.streams.projections.reading import Reading
from services.streams.token_state import token_states

_STATELESS = (c.DeskOpened, c.DeskClosed, c.ExchangeRateSet, c.OpeningBalanceEntered)
_OF_TOKENS = (k.PersonAdmitted, k.PersonLeft, k.PersonsLinked)


class Needed(NamedTuple):
    """What is looked up for a page: exchanges by id, tokens by person."""

    exchange_ids: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()


class Found(NamedTuple):
    """What the warehouse has of it."""

    exchanges: KnownExchanges | None
    tokens: KnownTokens | None


def needed(state: CasinoState, reading: Reading) -> Needed:
    """Return what a page of the casino goes on with and memory has not; empty sets for nothing."""
    persons = frozenset() if state.is_whole else _missing_tokens(state, reading)
    return Needed(_missing_exchanges(state, reading), persons)


def look_up(what: Needed, casino_id: str, through: Through, loader: Loader) -> Found:
    """Ask the warehouse; this touches no state, so that it may be done in another thread."""
    exchange_ids, persons = what
    return Found(
        loader.exchanges(casino_id, through, exchange_ids) if exchange_ids else None,
        loader.tokens(casino_id, through, persons) if persons else None,
    )


def take_in(state: CasinoState, what: Needed, found: Found) -> None:
    """Put what was found into the state; a token of which nothing is known is a new one."""
    if found.exchanges is not None:
        state.restore_exchanges(found.exchanges)
    if found.tokens is not None:
        for person, token in token_states(what.persons, found.tokens).items():
            token.touched = state.flush
            state.tokens.setdefault(person, token)


def load_needed(state: CasinoState, reading: Reading, loader: Loader) -> None:
    """Do all three, where nothing else goes on meanwhile."""
    what = needed(state, reading)
    take_in(state, what, look_up(what, state.casino_id, state.through, loader))


def _missing_exchanges(state: CasinoState, reading: Reading) -> frozenset[str]:
    if reading.service != "cashier":
        return frozenset()
    continued = {entry.continues for entry in reading.entries} - {""}
    begun = {entry.event.command_id for entry in reading.entries} if continued else set()
    return frozenset(e for e in continued if e not in state.exchanges and e not in begun)


def _missing_tokens(state: CasinoState, reading: Reading) -> frozenset[str]:
    named: set[str] = set()
    for entry in reading.entries:
        fact = entry.fact
        if isinstance(fact, _STATELESS) or (
            reading.service != "cashier" and not isinstance(fact, _OF_TOKENS)
        ):
            continue
        named.add(entry.person)
        if isinstance(fact, c.PersonsLinked | k.PersonsLinked):
            named.add(fact.linked_person)
    persons = {token for person in named if person for token in state.linked.group(person)}
    return frozenset(person for person in persons if person not in state.tokens)
