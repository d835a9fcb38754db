"""The size of the mix's events, as the ledger keeps them."""

from statistics import mean

from countroom.ledger.v1.intake_pb2 import Follow, FollowedEvents

from loadtest.clients.ledger import LedgerClient

_EVENTS = 2_000


async def mean_event_bytes(desk: LedgerClient, casino_id: str, after: int) -> int:
    """Return the mean of some of the book's events after a sequence, in bytes."""
    sizes: list[int] = []
    following = desk.connection.stream("Follow", Follow(casino_id=casino_id, after_sequence=after))
    message: FollowedEvents
    async for message in following:
        sizes += [event.ByteSize() for event in message.events]
        if len(sizes) >= _EVENTS:
            following.cancel()
            break
    return round(mean(sizes))
