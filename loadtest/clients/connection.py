"""Connection: one caller's line to one service. RPCs come from the service's own descriptor."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final, Self

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from loadtest.clients.declined import declined

Token = Callable[[], str]
"""Returns the caller's token as it is now; a token that ran out is replaced behind this."""

_OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 100),  # a restarted service is found again at once
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 250),
    ("grpc.max_receive_message_length", 64 << 20),
)
_FIRST_PAUSE_S: Final = 0.05
_LONGEST_PAUSE_S: Final = 0.25


class Connection:
    """Calls RPCs of a service by name, with the caller's token, again while it is unavailable."""

    def __init__(
        self,
        service: ServiceDescriptor,
        address: str,
        token: Token,
        *,
        roots: bytes | None = None,
        patience_s: float = 60.0,
    ) -> None:
        """Take the address; `roots` are the certificates of a TLS server, none for plain text.

        `patience_s` is for how long an unavailable service is asked again before Declined leaves.
        """
        self.service, self._token, self._patience_s = service, token, patience_s
        if roots is None:
            self._channel = grpc.aio.insecure_channel(address, options=_OPTIONS)
        else:
            trusted = grpc.ssl_channel_credentials(roots)
            self._channel = grpc.aio.secure_channel(address, trusted, options=_OPTIONS)
        self._callables = {m.name: self._callable(m) for m in service.methods}

    async def call(self, rpc: str, request: Message) -> Any:
        """Return the answer; the request is sent again as it is, ids and all, while that helps."""
        ends = time.monotonic() + self._patience_s
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                return await self._callables[rpc](request, metadata=self._metadata())
            except grpc.aio.AioRpcError as error:
                answer = declined(error)
            if not answer.may_be_repeated or time.monotonic() > ends:
                raise answer
            await asyncio.sleep(max(pause_s, answer.retry_s))
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def stream(self, rpc: str, request: Message) -> Any:
        """Return an iterator over the answers of a streaming RPC."""
        return self._callables[rpc](request, metadata=self._metadata())

    async def close(self) -> None:
        """Hang up."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._token()}"),)

    def _callable(self, method: MethodDescriptor) -> Any:
        path = f"/{self.service.full_name}/{method.name}"
        make = self._channel.unary_stream if method.server_streaming else self._channel.unary_unary
        return make(
            path,
            request_serializer=GetMessageClass(method.input_type).SerializeToString,
            response_deserializer=GetMessageClass(method.output_type).FromString,
        )
