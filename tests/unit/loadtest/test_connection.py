"""Calling a service that is away for a moment, or that turns a call down."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from countroom.cashier.v1.cashier_service_pb2 import RedeemChips
from countroom.ledger.v1.header_pb2 import CommandHeader
from countroom.ledger.v1.receipt_pb2 import FieldViolation, Receipt
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from loadtest.clients.connection import Connection
from loadtest.clients.declined import Declined
from loadtest.clients.ledger import CASHIER
from services.chassis import answers

Answer = Callable[[int], Status | None]
COMMAND = RedeemChips(header=CommandHeader(command_id="one"), desk_id="desk-1")


@asynccontextmanager
async def desk(answer: Answer) -> AsyncIterator[tuple[Connection, list[bytes]]]:
    """Serve RedeemChips with a status by the number of the call, or a receipt where it is None."""
    received: list[bytes] = []

    async def handle(request: bytes, context: Any) -> bytes:
        received.append(request)
        status = answer(len(received))
        if status is not None:
            await context.abort_with_status(rpc_status.to_status(status))
        return Receipt(command_id="one").SerializeToString()

    server = grpc.aio.server()
    method = grpc.unary_unary_rpc_method_handler(handle)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(CASHIER.full_name, {"RedeemChips": method}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        token = str
        async with Connection(CASHIER, f"127.0.0.1:{port}", token, patience_s=5.0) as connection:
            yield connection, received
    finally:
        await server.stop(None)


@pytest.mark.parametrize(
    "passing",
    [answers.unavailable("in_doubt", "Ask again."), answers.exhausted("Too many wait.", 20)],
)
async def test_what_passes_is_asked_again_under_the_same_id(passing: Status) -> None:
    """Two answers that the service is away or full are followed by the same bytes once more."""
    async with desk(lambda call: passing if call < 3 else None) as (connection, received):
        receipt = await connection.call("RedeemChips", COMMAND)
    assert receipt.command_id == "one"
    assert received == [COMMAND.SerializeToString()] * 3


async def test_a_refusal_is_not_asked_again() -> None:
    """What a rule turned down leaves at once with its reason."""
    refused = answers.failed_precondition("desk_not_open", "Open it.", {})
    async with desk(lambda _: refused) as (connection, received):
        with pytest.raises(Declined, match="desk_not_open: Open it") as caught:
            await connection.call("RedeemChips", COMMAND)
    assert caught.value.reason == "desk_not_open"
    assert len(received) == 1


async def test_a_bad_request_names_its_fields() -> None:
    """A violation of a field comes with the field's path."""
    invalid = answers.invalid([FieldViolation(field="header.casino_id", text="must be there")])
    async with desk(lambda _: invalid) as (connection, _):
        with pytest.raises(Declined, match=r"\[header\.casino_id\]"):
            await connection.call("RedeemChips", COMMAND)
