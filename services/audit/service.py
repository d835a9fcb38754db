"""The gRPC face: every question of the service, each answered by the same inquiry."""

from collections.abc import AsyncIterator
from typing import Any

import grpc
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status

from services.audit.checks import SERVICE
from services.audit.failure import status_of
from services.audit.inquiry import Inquiry
from services.audit.routes import ROUTES, Route


def handlers(inquiry: Inquiry) -> grpc.GenericRpcHandler:
    """Return a handler for each RPC of AuditService."""
    return grpc.method_handlers_generic_handler(
        SERVICE.full_name, {rpc: _handler(inquiry, route) for rpc, route in ROUTES.items()}
    )


def _handler(inquiry: Inquiry, route: Route) -> "grpc.RpcMethodHandler[Any, Any]":
    read = GetMessageClass(route.question).FromString
    write = GetMessageClass(route.answer).SerializeToString
    if route.streams:
        return grpc.unary_stream_rpc_method_handler(_streaming(inquiry, route.rpc), read, write)
    return grpc.unary_unary_rpc_method_handler(_answering(inquiry, route.rpc), read, write)


def _answering(inquiry: Inquiry, rpc: str) -> Any:
    async def answering(question: Any, context: Any) -> Any:
        try:
            return await inquiry.answer(rpc, question)
        except Exception as error:  # noqa: BLE001 - what is no answer of ours is raised again
            await context.abort_with_status(rpc_status.to_status(status_of(error)))

    return answering


def _streaming(inquiry: Inquiry, rpc: str) -> Any:
    async def streaming(question: Any, context: Any) -> AsyncIterator[Any]:
        try:
            async for part in await inquiry.stream(rpc, question):
                yield part
        except Exception as error:  # noqa: BLE001 - what is no answer of ours is raised again
            await context.abort_with_status(rpc_status.to_status(status_of(error)))

    return streaming
