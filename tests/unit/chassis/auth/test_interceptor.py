"""The interceptor: every RPC and every role, through a real gRPC server, cell by cell."""

import asyncio

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from services.chassis.auth.revocations import Revocations
from services.chassis.auth.roles import ROLES
from services.chassis.auth.tokens import TokenVerifier
from tests.unit.chassis.auth.every_rpc import call, handlers, methods, served
from tests.unit.chassis.auth.tokens import Clock, Keys

GRANTED = ("OK", "")
SELL_CHIPS = "/countroom.cashier.v1.CashierService/SellChips"
FOLLOW = "/countroom.cashier.v1.CashierService/Follow"
APPROVE = "/countroom.cashier.v1.CashierService/ApproveReversal"
CONFIRM = "/countroom.compliance.v1.ComplianceService/ConfirmFirstLicences"
REFLECTION = "grpc.reflection."


@pytest.fixture
def keys(tmp_path):
    return Keys(tmp_path / "jwks.json")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def revocations():
    return Revocations()


@pytest.fixture
def verifier(keys, clock, revocations):
    return TokenVerifier(keys.path, "countroom-local", "countroom", revocations, clock)


def test_the_table_names_every_rpc_and_no_other():
    """A new RPC is shut until the table says who may call it; one that is gone leaves the table."""
    named = {name for name in ROLES.rpcs if not name[1:].startswith(REFLECTION)}

    assert named == set(methods())
    assert {CONFIRM, APPROVE, SELL_CHIPS} < named


async def test_every_rpc_is_open_to_its_roles_and_shut_to_all_others(verifier, keys):
    """Each cell of the table is asked for: granted, or PERMISSION_DENIED with role_not_allowed."""
    granted, expected = set(), set()
    async with served(verifier, handlers([])) as channel:
        for role in sorted(ROLES.persons | ROLES.systems):
            token = keys.token(roles=[role], person=role in ROLES.persons)
            for name in methods():
                answer = await call(channel, name, token)
                assert answer in {GRANTED, ("PERMISSION_DENIED", "ROLE_NOT_ALLOWED")}, (role, name)
                if answer == GRANTED:
                    granted.add((name, role))
                if role in ROLES.rpcs[name]:
                    expected.add((name, role))

    assert granted == expected
    assert len(expected) > len(methods())


async def test_no_rpc_is_answered_without_a_token(verifier):
    """UNAUTHENTICATED with token_missing, for every RPC."""
    async with served(verifier, handlers([])) as channel:
        for name in methods():
            assert await call(channel, name) == ("UNAUTHENTICATED", "TOKEN_MISSING"), name


@pytest.mark.parametrize("value", ["", "Basic dTpw", "Bearer", "token"])
async def test_a_header_of_another_kind_is_no_token(verifier, value):
    """Only "Bearer <token>" counts as one."""
    async with served(verifier, handlers([])) as channel:
        metadata = (("authorization", value),)
        answer = await call(channel, SELL_CHIPS, metadata=metadata)

    assert answer == ("UNAUTHENTICATED", "TOKEN_MISSING")


async def test_expired_revoked_and_foreign_tokens_say_which(verifier, keys, clock, revocations):
    """The caller learns whether to get a new token, to sign in again, or to ask elsewhere."""
    async with served(verifier, handlers([])) as channel:
        expired = await call(channel, SELL_CHIPS, keys.token(exp=int(clock.now)))
        foreign = await call(channel, SELL_CHIPS, keys.token(iss="elsewhere"))
        revocations.revoke("jti-1")
        revoked = await call(channel, SELL_CHIPS, keys.token())

    assert expired == ("UNAUTHENTICATED", "TOKEN_EXPIRED")
    assert foreign == ("UNAUTHENTICATED", "TOKEN_INVALID")
    assert revoked == ("UNAUTHENTICATED", "TOKEN_REVOKED")


@pytest.mark.parametrize(("rpc", "role"), [(APPROVE, "chief_cashier"), (CONFIRM, "operator")])
async def test_a_system_certifies_nothing(verifier, keys, rpc, role):
    """Certifying takes a person's own token: a system with the role's name is turned away."""
    async with served(verifier, handlers([])) as channel:
        by_system = await call(channel, rpc, keys.token(roles=[role], person=False))
        in_person = await call(channel, rpc, keys.token(roles=[role], person=True))

    assert by_system[0] == "PERMISSION_DENIED"
    assert in_person == GRANTED


async def test_the_handler_knows_who_calls(verifier, keys):
    """Calls at the same moment each see their own caller."""
    callers = []
    async with served(verifier, handlers(callers)) as channel:
        tokens = [keys.token(sub=f"desk-system-{n}", jti=f"jti-{n}") for n in range(20)]
        await asyncio.gather(*(call(channel, SELL_CHIPS, token) for token in tokens))

    assert {principal.subject for principal in callers} == {f"desk-system-{n}" for n in range(20)}


async def test_an_rpc_that_is_not_there_says_so_to_whoever_may_call_anything(verifier, keys):
    """Without a token nobody learns what exists."""
    name = "/countroom.cashier.v1.CashierService/MintMoney"
    async with served(verifier, handlers([])) as channel:
        assert (await call(channel, name))[0] == "UNAUTHENTICATED"
        assert await call(channel, name, keys.token()) == ("PERMISSION_DENIED", "ROLE_NOT_ALLOWED")


async def test_a_stream_ends_with_its_token(verifier, keys, revocations):
    """A revoked token gets not one message more of a stream that it had opened."""
    more = asyncio.Event()

    async def follow(_request, _context):
        yield b"1"
        await more.wait()
        yield b"2"

    service, _, name = FOLLOW[1:].partition("/")
    streaming = grpc.method_handlers_generic_handler(
        service, {name: grpc.unary_stream_rpc_method_handler(follow)}
    )
    async with served(verifier, [streaming]) as channel:
        metadata = (("authorization", f"Bearer {keys.token()}"),)
        stream = channel.unary_stream(FOLLOW)(b"", metadata=metadata, timeout=10)
        assert await stream.read() == b"1"
        revocations.revoke("jti-1")
        more.set()
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await stream.read()

    assert ended.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_probes_need_no_token_and_reflection_does(verifier, keys):
    """A probe asks as it is; what can be called is told to anyone with a good token."""
    info = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"

    def add(server):
        health_pb2_grpc.add_HealthServicer_to_server(health.aio.HealthServicer(), server)
        reflection.enable_server_reflection(["grpc.health.v1.Health"], server)

    async with served(verifier, [], add=add) as channel:
        probe = health_pb2_grpc.HealthStub(channel)
        answer = await probe.Check(health_pb2.HealthCheckRequest(), timeout=10)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        assert await call(channel, info, keys.token()) == GRANTED
        assert await call(channel, info) == ("UNAUTHENTICATED", "TOKEN_MISSING")
