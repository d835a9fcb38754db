"""Session rows: the patron sessions that a flush has to write, each once."""

from services.streams.casino_state import CasinoState
from services.streams.projections.counted import counted_together
from services.streams.projections.patron_session import PatronSessionRow, patron_session_rows


def take_session_rows(state: CasinoState) -> list[PatronSessionRow]:
    """Return the rows of every session that is dirty, and of those that count with it."""
    if state.terms is None:
        return []  # no session is known before the casino is; the dirty persons wait
    sessions, persons = state.dirty_sessions, state.dirty_persons
    state.dirty_sessions, state.dirty_persons = {}, set()
    groups = {state.linked.group(person) for person in (*sessions, *persons)}
    return [row for group in groups for row in _rows(state, group, sessions, persons)]


def _rows(
    state: CasinoState,
    group: frozenset[str],
    dirty: dict[str, set[str]],
    all_dirty: set[str],
) -> list[PatronSessionRow]:
    assert state.terms is not None  # noqa: S101 - its caller has looked
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
        for row in patron_session_rows(together, state.terms)
    ]
