"""Health: probes learn whether the process lives, whether it is ready, and what is not well."""

import asyncio
import json
import urllib.error
import urllib.request

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.chassis.health import GrpcHealth, HealthServer, Heartbeat, Readiness
from services.chassis.metrics import Metrics

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture
def readiness():
    return Readiness()


@pytest.fixture
def liveness():
    return Readiness()


@pytest.fixture
def server(readiness, liveness):
    metrics = Metrics()
    metrics.commit_seconds.labels("0").observe(0.004)
    server = HealthServer("127.0.0.1:0", metrics, readiness, liveness)
    server.start()
    yield server
    server.stop()


def get(server, path):
    try:
        with urllib.request.urlopen(f"http://{server.address}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_process_is_ready_while_no_check_has_anything_to_say(server, readiness):
    """503 names what is not well; 200 comes back by itself."""
    said = {"house": ""}
    readiness.add("house", lambda: said["house"])
    assert get(server, "/readyz")[0] == 200

    said["house"] = "compliance is 7 s behind"
    status, body = get(server, "/readyz")
    assert status == 503
    assert json.loads(body)["faults"] == {"house": "compliance is 7 s behind"}

    said["house"] = ""
    assert get(server, "/readyz")[0] == 200


def test_not_ready_is_still_alive(server, readiness):
    """A process that waits for another must not be restarted for it."""
    readiness.add("log", lambda: "not reached")

    assert get(server, "/healthz")[0] == 200


def test_a_loop_that_no_longer_turns_is_not_alive(server, liveness):
    """A wedged process is told from a living one, though its threads answer."""
    now = [0.0]
    heartbeat = Heartbeat(lambda: now[0])
    liveness.add("event_loop", heartbeat.check)
    assert get(server, "/healthz")[0] == 200

    now[0] = 60.0

    status, body = get(server, "/healthz")
    assert status == 503
    assert "60 s" in body


def test_metrics_are_beside_it(server):
    """Prometheus reads the process's own registry."""
    status, body = get(server, "/metrics")

    assert status == 200
    assert 'countroom_commit_seconds_count{partition="0"} 1.0' in body


def test_other_pages_say_which_there_are(server):
    """A mistyped path is told the three."""
    status, body = get(server, "/health")

    assert status == 404
    assert "/readyz" in body


def test_a_taken_port_is_an_error_at_the_start(server):
    """Two processes on one port: the second says so and does not run."""
    with pytest.raises(OSError, match="in use"):
        HealthServer(server.address, Metrics(), Readiness(), Readiness())


async def test_grpc_probes_hear_the_same(readiness):
    """grpc.health.v1 follows the readiness, for the process and for each service."""
    said = {"log": "not reached"}
    readiness.add("log", lambda: said["log"])
    health = GrpcHealth(readiness, ["countroom.cashier.v1.CashierService"])
    beating = asyncio.create_task(Heartbeat().beat(health))
    server = grpc.aio.server()
    health_pb2_grpc.add_HealthServicer_to_server(health.servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for service in ("", "countroom.cashier.v1.CashierService"):
            await status_becomes(stub, service, NOT_SERVING)
        said["log"] = ""
        for service in ("", "countroom.cashier.v1.CashierService"):
            await status_becomes(stub, service, SERVING)
    beating.cancel()
    await server.stop(None)


async def status_becomes(stub, service, status):
    async with asyncio.timeout(10):
        while True:
            request = health_pb2.HealthCheckRequest(service=service)
            if (await stub.Check(request)).status == status:
                return
            await asyncio.sleep(0.02)
