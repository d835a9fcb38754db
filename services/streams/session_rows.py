"""Session rows: the patron sessions that a flush has to write, each once."""

from services.kernel.house import CasinoTerms
from services.streams.casino_state import CasinoState
from services.streams.projections.counted import Counted, counted_together
from services.streams.projections.patron_session import PatronSessionRow, patron_session_rows


def take_session_rows(state: CasinoState) -> list[PatronSessionRow]:
    """Return the rows of every session that is dirty, and of those that count with it."""
    if state.terms is None:
        return []  # no session is known before the casino is; the dirty persons wait
    sessions, persons = state.dirty_sessions, state.dirty_persons
    state.dirty_sessions, state.dirty_persons = {}, set()
    rows: list[PatronSessionRow] = []
    groups = set()
    for person in {**sessions, **dict.fromkeys(persons)}:
        if state.linked.is_linked(person) or person in persons:
            groups.add(state.linked.group(person))
        else:
            rows += _own_rows(state, person, sessions[person], state.terms)
    for group in groups:
        rows += _group_rows(state, group, sessions, persons, state.terms)
    return rows


def _own_rows(
    state: CasinoState, person: str, dirty: set[str], terms: CasinoTerms
) -> list[PatronSessionRow]:
    """Return the rows of a person of one token, most often one that counts by itself."""
    token = state.tokens[person]
    if len(token.sessions) == 1 and not token.visits:
        alone = Counted(tuple(token.sessions.values()), (), ())
        return patron_session_rows(alone, terms)
    return _group_rows(state, frozenset((person,)), {person: dirty}, set(), terms)


def _group_rows(
    state: CasinoState,
    group: frozenset[str],
    dirty: dict[str, set[str]],
    all_dirty: set[str],
    terms: CasinoTerms,
) -> list[PatronSessionRow]:
    tokens = [state.tokens[person] for person in group if person in state.tokens]
    links = [x for x in state.links if x.person in group] if len(group) > 1 else []
    counted = counted_together(
        [session for token in tokens for session in token.sessions.values()],
        [visit for token in tokens for visit in token.visits.values()],
        links,
    )
    return [
        row
        for together in counted
        if any(
            session.person in all_dirty
            or session.patron_session_id in dirty.get(session.person, ())
            for session in together.sessions
        )
        for row in patron_session_rows(together, terms)
    ]
