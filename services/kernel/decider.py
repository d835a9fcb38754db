"""Decider: the pure heart of an aggregate. Replay never calls decide, so rules may tighten."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar

from countroom.ledger.v1.money_pb2 import Posting
from countroom.ledger.v1.receipt_pb2 import ExceptionNote, Notice

from services.kernel.house import House

State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Fact(Generic[Event]):
    """An event and the money it moved; `stream` only where it is not the command's own."""

    event: Event
    postings: tuple[Posting, ...] = ()
    stream: str = ""


@dataclass(frozen=True, slots=True)
class Decision(Generic[Event]):
    """What a recorded command caused: at least one fact, what to tell, what someone must clear."""

    facts: tuple[Fact[Event], ...]
    notices: tuple[Notice, ...] = ()
    exceptions: tuple[ExceptionNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Decider(Generic[State, Command, Event]):
    """decide may refuse and must not look outside its arguments; evolve may never refuse.

    Neither changes what it is given: states are immutable, messages are only read.
    """

    initial: State
    decide: Callable[[State, Command, House], Decision[Event]]
    evolve: Callable[[State, Event], State]

    def replay(self, past: Iterable[Event]) -> State:
        """Return the state after `past`."""
        return reduce(self.evolve, past, self.initial)


# The chassis holds deciders of any service side by side.
AnyDecider = Decider[Any, Any, Any]
