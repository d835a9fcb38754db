"""An empty gRPC service: `python -m loadtest.bench.echo_server PORT ANSWER_BYTES`.

It answers every request with so many bytes and does nothing else: what gRPC costs by itself.
"""

import asyncio
import sys
from typing import Any, Final

import grpc

SERVICE: Final = "countroom.bench.Echo"
METHOD: Final = "Answer"


async def serve(port: int, answer_bytes: int) -> None:
    """Serve on 127.0.0.1 until the process is ended."""
    answer = bytes(answer_bytes)

    async def handle(_request: bytes, _context: Any) -> bytes:
        return answer

    server = grpc.aio.server()
    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(handle)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {METHOD: method}),)
    )
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))
