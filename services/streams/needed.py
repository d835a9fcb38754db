"""Needed: what a page goes on with, so that what is not in memory is loaded before it is folded."""

from countroom.cashier.v1 import cashier_events_pb2 as c
from countroom.compliance.v1 import compliance_events_pb2 as k

from services.streams.casino_state import CasinoState
from services.streams.loading import Loader
from services.streams.projections.reading import Reading
from services.streams.token_state import token_states

_STATELESS = (c.DeskOpened, c.DeskClosed, c.ExchangeRateSet, c.OpeningBalanceEntered)
_OF_TOKENS = (k.PersonAdmitted, k.PersonLeft, k.PersonsLinked)


def load_needed(state: CasinoState, reading: Reading, loader: Loader) -> None:
    """Load what a page of the casino goes on with and memory has not."""
    exchange_ids = _missing_exchanges(state, reading)
    if exchange_ids:
        state.restore_exchanges(loader.exchanges(state.casino_id, state.through, exchange_ids))
    persons = set() if state.is_whole else _missing_tokens(state, reading)
    if persons:
        known = loader.tokens(state.casino_id, state.through, persons)
        for person, token in token_states(persons, known).items():
            token.touched = state.flush
            state.tokens[person] = token


def is_anything_missing(state: CasinoState, reading: Reading) -> bool:
    """Say whether load_needed would ask the warehouse."""
    if _missing_exchanges(state, reading):
        return True
    return not state.is_whole and bool(_missing_tokens(state, reading))


def _missing_exchanges(state: CasinoState, reading: Reading) -> set[str]:
    if reading.service != "cashier":
        return set()
    continued = {entry.continues for entry in reading.entries} - {""}
    begun = {entry.event.command_id for entry in reading.entries} if continued else set()
    return {e for e in continued if e not in state.exchanges and e not in begun}


def _missing_tokens(state: CasinoState, reading: Reading) -> set[str]:
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
    return {person for person in persons if person not in state.tokens}
