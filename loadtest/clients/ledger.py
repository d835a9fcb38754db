"""Ledger client: commands of a writing service, one at a time or in batches."""

from collections.abc import Iterable
from typing import Any, Final, Self

from countroom.cashier.v1 import cashier_service_pb2
from countroom.compliance.v1 import compliance_service_pb2
from countroom.ledger.v1.intake_pb2 import (
    Balances,
    BatchReceipt,
    GetBalances,
    GetOutcome,
    Outcome,
)
from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from loadtest.clients.connection import Connection, Token

CASHIER: Final = cashier_service_pb2.DESCRIPTOR.services_by_name["CashierService"]
COMPLIANCE: Final = compliance_service_pb2.DESCRIPTOR.services_by_name["ComplianceService"]


class Batches:
    """A service's batch message: commands go in, each under its case of the oneof."""

    def __init__(self, service: ServiceDescriptor) -> None:
        """Read the batch from the descriptor of RecordBatch."""
        batch: Any = service.methods_by_name["RecordBatch"].input_type
        self._batch: Any = GetMessageClass(batch)
        cases = batch.fields_by_name["commands"].message_type.fields
        self._cases: dict[str, str] = {case.message_type.full_name: case.name for case in cases}

    def of(self, commands: Iterable[Message], *, stop_on_refusal: bool = False) -> Any:
        """Return the batch of these commands; KeyError for one that may not come in a batch."""
        batch = self._batch(stop_on_refusal=stop_on_refusal)
        for command in commands:
            case = self._cases[command.DESCRIPTOR.full_name]
            getattr(batch.commands.add(), case).CopyFrom(command)
        return batch


class LedgerClient:
    """One caller of the cashier or of compliance; a Declined says why a command was turned down."""

    def __init__(self, service: ServiceDescriptor, address: str, token: Token) -> None:
        """Take whom to call, and as whom."""
        self.connection = Connection(service, address, token)
        self.batches = Batches(service)

    async def send(self, command: Message) -> Receipt:
        """Send one command by the RPC of its name and return its receipt."""
        receipt: Receipt = await self.connection.call(command.DESCRIPTOR.name, command)
        return receipt

    async def record(self, batch: Message) -> BatchReceipt:
        """Send a batch made by `batches`."""
        receipt: BatchReceipt = await self.connection.call("RecordBatch", batch)
        return receipt

    async def outcome(self, casino_id: str, command_id: str) -> Receipt | None:
        """Return the first receipt of a command, None where it was never recorded."""
        question = GetOutcome(casino_id=casino_id, command_id=command_id)
        outcome: Outcome = await self.connection.call("GetOutcome", question)
        return outcome.receipt if outcome.HasField("receipt") else None

    async def balances(self, casino_id: str) -> Balances:
        """Return the balances as the writer holds them; only the cashier has the question."""
        balances: Balances = await self.connection.call(
            "GetBalances", GetBalances(casino_id=casino_id)
        )
        return balances

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.connection.close()
