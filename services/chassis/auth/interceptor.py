"""Interceptor: the one place where gRPC calls pass the gate, before any request is read."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from services.chassis.answers import Answered
from services.chassis.auth.gate import Gate
from services.chassis.auth.principal import begin_call
from services.chassis.auth.roles import ROLES
from services.chassis.auth.tokens import Verified

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"  # generic in its stubs only
Continuation: TypeAlias = "Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]"


class AuthInterceptor(grpc.aio.ServerInterceptor):
    """Lets health checks through, and everyone else with a good token of a role that may call.

    A stream of answers is looked at again before each: a revoked token stops at once.
    """

    def __init__(self, gate: Gate) -> None:
        """Take the gate that every other face of the process uses too."""
        self._gate = gate

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Any:
        """Return the RPC's handler, or one that answers why not."""
        method = _text(handler_call_details.method)
        if method in ROLES.open_rpcs:
            return await continuation(handler_call_details)
        metadata = handler_call_details.invocation_metadata or ()
        authorization = next((v for k, v in metadata if k == "authorization"), None)
        try:
            verified = self._gate.admit(authorization, method)
        except Answered as early:
            return _answering(early.status)
        begin_call(verified.principal)
        handler = await continuation(handler_call_details)
        if handler is not None and handler.response_streaming:
            return self._watched(handler, verified)
        return handler

    def _watched(self, handler: Handler, verified: Verified) -> Any:
        """Return a streaming handler that ends with the token it was called with."""
        is_stream = handler.request_streaming
        inner: Any = handler.stream_stream if is_stream else handler.unary_stream

        async def watched(request: Any, context: Any) -> AsyncIterator[Any]:
            async for answer in inner(request, context):
                try:
                    self._gate.require_good(verified)
                except Answered as early:
                    await context.abort_with_status(rpc_status.to_status(early.status))
                yield answer

        wrap = grpc.stream_stream_rpc_method_handler if is_stream else (
            grpc.unary_stream_rpc_method_handler
        )  # fmt: skip
        return wrap(watched, handler.request_deserializer, handler.response_serializer)


def _answering(status: Status) -> Handler:
    """Return a handler that answers without waiting for any request, whatever the RPC's shape."""

    async def answer(_: Any, context: Any) -> None:
        await context.abort_with_status(rpc_status.to_status(status))

    return grpc.stream_stream_rpc_method_handler(answer)


def _text(method: str | bytes) -> str:
    return method if isinstance(method, str) else method.decode()
