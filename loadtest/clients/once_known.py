"""Sending what rests on another book's news: declined until it was read there, and sent again."""

import asyncio
import time
from typing import Final

from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.message import Message

from loadtest.clients.declined import Declined
from loadtest.clients.ledger import LedgerClient

NOT_YET_READ: Final = frozenset({"casino_not_registered", "not_licensed", "house_stale"})
"""Reasons that pass by themselves: the same command, under the same id, may be sent again."""


async def send_once_known(client: LedgerClient, command: Message, limit_s: float = 20.0) -> Receipt:
    """Send a command that rests on what another book has recorded just now."""
    ends = time.monotonic() + limit_s
    while True:
        try:
            return await client.send(command)
        except Declined as declined:
            if declined.reason not in NOT_YET_READ or time.monotonic() > ends:
                raise
        await asyncio.sleep(0.05)
