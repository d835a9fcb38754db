"""Domain: what a service's book is made of, so that one chassis serves every service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from countroom.ledger.v1.header_pb2 import Timing
from google.protobuf.message import Message

from services.kernel.decider import AnyDecider

StreamOf = Callable[[Any], str]
StreamsOf = Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Domain:
    """A service's aggregates and how commands and events reach them.

    `aggregates` by the first word of a stream's name ("desk" for "desk/desk-1"); `streams` has
    every command of the service; `touches` the further streams that an event changes; `told` the
    commands that by nature tell what has happened (all others ask); `documents` the commands that
    bring an identity document, with the token of the person who produced it.
    """

    service: str
    carrier: type[Message]
    aggregates: Mapping[str, AnyDecider]
    streams: Mapping[type[Any], StreamOf]
    touches: Mapping[type[Any], StreamsOf]
    told: frozenset[type[Any]]
    documents: Mapping[type[Any], StreamOf]

    def is_after(self, command: Any) -> bool:
        """Say whether the command tells of what has happened, by its word or by nature."""
        timing = command.header.timing
        if timing == Timing.TIMING_UNSPECIFIED:
            return type(command) in self.told
        return bool(timing == Timing.TIMING_AFTER)

    def decider_of(self, stream: str) -> AnyDecider:
        """Return the decider that keeps a stream."""
        return self.aggregates[stream.partition("/")[0]]
