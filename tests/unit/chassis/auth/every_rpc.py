"""Every RPC of every service, from the descriptors, behind a server that answers with nothing."""

import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import countroom
import grpc
from google.protobuf import descriptor_pool
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from services.chassis.auth.gate import Gate
from services.chassis.auth.interceptor import AuthInterceptor
from services.chassis.auth.principal import current_principal


def services():
    """Return the descriptors of all services that the protos define."""
    pool = descriptor_pool.Default()
    found = []
    root = Path(next(iter(countroom.__path__)))
    for path in sorted(root.rglob("*_service_pb2.py")):
        module = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        file = importlib.import_module(module).DESCRIPTOR
        found += [pool.FindServiceByName(s.full_name) for s in file.services_by_name.values()]
    return found


def methods():
    """Return every method's descriptor by its full name."""
    return {f"/{s.full_name}/{m.name}": m for s in services() for m in s.methods}


def handlers(callers):
    """Return handlers that answer every RPC, and note who called as the handler sees it."""

    def handler(method):
        codecs = (
            GetMessageClass(method.input_type).FromString,
            GetMessageClass(method.output_type).SerializeToString,
        )
        empty = GetMessageClass(method.output_type)()

        async def one(_request, _context):
            callers.append(current_principal())
            return empty

        async def many(_request, _context) -> AsyncIterator:
            callers.append(current_principal())
            yield empty

        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(many, *codecs)
        return grpc.unary_unary_rpc_method_handler(one, *codecs)

    return [
        grpc.method_handlers_generic_handler(s.full_name, {m.name: handler(m) for m in s.methods})
        for s in services()
    ]


@asynccontextmanager
async def served(verifier, generic_handlers, *before, add=lambda _: None):
    """Serve behind the interceptor on a free port, and give a channel to it."""
    server = grpc.aio.server(interceptors=[*before, AuthInterceptor(Gate(verifier))])
    server.add_generic_rpc_handlers(generic_handlers)
    add(server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield channel
    finally:
        await server.stop(None)


async def call(channel, name, token=None, metadata=()):
    """Call an RPC with an empty request; return (code, reason), and OK with ""."""
    if token is not None:
        metadata = (("authorization", f"Bearer {token}"),)
    stream = channel.unary_stream(name)
    try:
        async for _ in stream(b"", metadata=metadata, timeout=10):
            pass
    except grpc.aio.AioRpcError as error:
        return error.code().name, reason_of(error)
    return "OK", ""


def reason_of(error):
    """Return the reason in a status' ErrorInfo, or "" where it has none."""
    status = rpc_status.from_call(error)
    info = ErrorInfo()
    return info.reason if status and status.details and status.details[0].Unpack(info) else ""
