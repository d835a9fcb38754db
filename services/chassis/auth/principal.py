"""Principal: who calls, as a verified token says, and where a handler finds it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Principal:
    """A person, or a system that vouches for the actor whom its commands name.

    `subject` is the house's number of the person or the system's name, never a personal name: it
    stands in events as the caller. `casinos` may hold "*" for every casino.
    """

    subject: str
    roles: frozenset[str]
    casinos: frozenset[str]
    token_id: str
    is_person: bool


_calling: ContextVar[Principal] = ContextVar("calling")


def current_principal() -> Principal:
    """Return who makes the call at hand; LookupError where no gate was passed."""
    return _calling.get()


def begin_call(principal: Principal) -> None:
    """Say who makes the call that the present context lives for."""
    _calling.set(principal)


@contextmanager
def calling(principal: Principal) -> Iterator[None]:
    """Say who calls within the block."""
    token = _calling.set(principal)
    try:
        yield
    finally:
        _calling.reset(token)
