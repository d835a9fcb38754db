"""Raw channel: requests and answers as bytes, so that the client's own work is not measured."""

from collections.abc import Awaitable, Callable
from typing import Any, Self

import grpc

from loadtest.bench.in_flight import Call
from loadtest.clients.connection import Token


class RawChannel:
    """One connection of the load client; used as `async with`."""

    def __init__(self, address: str, token: Token) -> None:
        """Take whom to call, and as whom; what can't be answered raises at once."""
        options = [("grpc.max_receive_message_length", 64 << 20)]
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self._metadata = (("authorization", f"Bearer {token()}"),)

    def call(self, path: str) -> Call:
        """Return the call of a method, e.g. "/countroom.cashier.v1.CashierService/SellChips"."""
        method: Callable[..., Any] = self._channel.unary_unary(path)

        def call(request: bytes) -> Awaitable[bytes]:
            answer: Awaitable[bytes] = method(request, metadata=self._metadata)
            return answer

        return call

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()
