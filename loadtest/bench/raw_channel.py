"""Raw channel: requests and answers as bytes, so that the client's own work is not measured."""

from collections.abc import Callable
from typing import Any, Self

import grpc

from loadtest.bench.in_flight import Call
from loadtest.clients.connection import Token
from loadtest.clients.declined import declined


class RawChannel:
    """One connection of the load client; used as `async with`."""

    def __init__(self, address: str, token: Token) -> None:
        """Take whom to call, and as whom; what is not answered raises Declined at once."""
        options = [("grpc.max_receive_message_length", 64 << 20)]
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self._metadata = (("authorization", f"Bearer {token()}"),)

    def call(self, path: str) -> Call:
        """Return the call of a method, e.g. "/countroom.cashier.v1.CashierService/SellChips"."""
        method: Callable[..., Any] = self._channel.unary_unary(path)

        async def call(request: bytes) -> bytes:
            try:
                answer: bytes = await method(request, metadata=self._metadata)
            except grpc.aio.AioRpcError as error:
                raise declined(error) from error
            return answer

        return call

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()
