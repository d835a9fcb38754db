"""A document by its keyed index: which tokens produced it. Two that did are one person."""

from typing import NamedTuple, Never, assert_never

from countroom.cashier.v1 import cashier_events_pb2 as e

from services.cashier.domain.events import Event
from services.kernel.decider import Decider, Decision
from services.kernel.house import House


class Document(NamedTuple):
    """The tokens that produced one document at a desk."""

    tokens: frozenset[str] = frozenset()


def decide(document: Document, command: Never, house: House) -> Decision[Event]:
    """Answer no command: a document is only ever produced with an exchange."""
    _ = document, house
    assert_never(command)


def evolve(document: Document, event: Event) -> Document:
    """Take in one event."""
    match event:
        case e.IdentificationRecorded():
            return Document(document.tokens | {event.person})
        case (
            e.DeskOpened()
            | e.DeskClosed()
            | e.PatronSessionOpened()
            | e.ChipsSold()
            | e.ChipsRedeemed()
            | e.IdentificationRequired()
            | e.ExchangeAbandoned()
            | e.ReversalRequested()
            | e.ExchangeReversed()
            | e.PersonsLinked()
            | e.ExchangeRateSet()
            | e.OpeningBalanceEntered()
        ):
            return document
        case _:
            assert_never(event)


document: Decider[Document, Never, Event] = Decider(Document(), decide, evolve)
