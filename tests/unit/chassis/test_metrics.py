"""Metrics: every RPC is counted by method and code, however it ends."""

import asyncio
from contextlib import suppress

import grpc
import pytest

from services.chassis.metrics import Metrics, MetricsInterceptor

SERVICE = "countroom.test.v1.TestService"
waiting = asyncio.Event()


@pytest.fixture
def metrics():
    return Metrics()


@pytest.fixture
async def channel(metrics):
    server = grpc.aio.server(interceptors=[MetricsInterceptor(metrics)])
    handlers = {
        "Answer": grpc.unary_unary_rpc_method_handler(answer),
        "Refuse": grpc.unary_unary_rpc_method_handler(refuse),
        "Break": grpc.unary_unary_rpc_method_handler(fail),
        "Wait": grpc.unary_unary_rpc_method_handler(wait),
        "Stream": grpc.unary_stream_rpc_method_handler(stream),
        "RefusedStream": grpc.unary_stream_rpc_method_handler(refused_stream),
    }
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(SERVICE, handlers)])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel
    await server.stop(None)


async def answer(request, _):
    return request


async def refuse(_, context):
    await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "no")


async def fail(_, __):
    raise ValueError


async def wait(_, __):
    waiting.set()
    await asyncio.Event().wait()


async def stream(_, __):
    yield b"1"
    yield b"2"


async def refused_stream(_, context):
    yield b"1"
    await context.abort(grpc.StatusCode.PERMISSION_DENIED, "no")


async def becomes(condition):
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - the counter has nothing to wait on
            await asyncio.sleep(0.01)


def counted(metrics, method, code):
    labels = {"method": method, "code": code}
    return metrics.registry.get_sample_value("countroom_rpcs_total", labels) or 0


@pytest.mark.parametrize(
    ("rpc", "code"),
    [
        ("Answer", "OK"),
        ("Refuse", "FAILED_PRECONDITION"),
        ("Break", "UNKNOWN"),
        ("Stream", "OK"),
        ("RefusedStream", "PERMISSION_DENIED"),
    ],
)
async def test_an_rpc_is_counted_by_how_it_ended(metrics, channel, rpc, code):
    """Rate, errors and duration come from one counter and one histogram by method."""
    method = f"/{SERVICE}/{rpc}"
    for _ in range(3):
        call = channel.unary_stream(method)(b"x", timeout=10)
        with suppress(grpc.aio.AioRpcError):
            await call.read()
            await call.read()
            await call.read()
        assert (await call.code()).name == code

    assert counted(metrics, method, code) == 3
    timed = metrics.registry.get_sample_value("countroom_rpc_seconds_count", {"method": method})
    assert timed == 3


async def test_a_stream_still_brings_all_its_messages(channel):
    """Counting a stream changes nothing of it."""
    call = channel.unary_stream(f"/{SERVICE}/Stream")(b"x", timeout=10)

    assert [answer async for answer in call] == [b"1", b"2"]


async def test_a_caller_who_hangs_up_is_counted_as_such(metrics, channel):
    """A cancelled call is no error of the service."""
    call = channel.unary_unary(f"/{SERVICE}/Wait")(b"x", timeout=10)
    await asyncio.wait_for(waiting.wait(), 10)
    call.cancel()
    method = f"/{SERVICE}/Wait"

    await becomes(lambda: counted(metrics, method, "CANCELLED") == 1)


async def test_a_made_up_method_is_no_label(metrics, channel):
    """Whatever names callers invent, there is one line for them all."""
    for name in ("/a/B", "/a/C"):
        with pytest.raises(grpc.aio.AioRpcError):
            await channel.unary_unary(name)(b"x", timeout=10)

    assert counted(metrics, "unknown", "UNIMPLEMENTED") == 2
    assert counted(metrics, "/a/B", "UNIMPLEMENTED") == 0


def test_processes_in_one_test_do_not_share_counters():
    """Each has a registry of its own."""
    one, other = Metrics(), Metrics()
    one.gaps.labels("streams", "st-julians/cashier").inc()
    labels = {"reader": "streams", "book": "st-julians/cashier"}

    assert one.registry.get_sample_value("countroom_gaps_total", labels) == 1
    assert other.registry.get_sample_value("countroom_gaps_total", labels) is None
