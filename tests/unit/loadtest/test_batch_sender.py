"""Sending a long row of commands in batches."""

from collections.abc import Iterator

import pytest
from countroom.cashier.v1.cashier_service_pb2 import CashierBatch, RedeemChips
from countroom.ledger.v1.header_pb2 import CommandHeader
from countroom.ledger.v1.intake_pb2 import BatchReceipt, BatchResult
from countroom.ledger.v1.receipt_pb2 import Receipt

from loadtest.clients.batch_sender import BatchSender
from loadtest.clients.ledger import CASHIER, Batches


class Desk:
    """Answers every batch, and notes how many were under way at once."""

    def __init__(self) -> None:
        self.batches = Batches(CASHIER)
        self.sizes: list[int] = []
        self.under_way = self.most_under_way = 0

    async def record(self, batch: CashierBatch) -> BatchReceipt:
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        self.sizes.append(len(batch.commands))
        self.under_way -= 1
        ids = [carried.redeem_chips.header.command_id for carried in batch.commands]
        return BatchReceipt(results=[BatchResult(receipt=Receipt(command_id=i)) for i in ids])


def row(commands: int) -> Iterator[RedeemChips]:
    return (RedeemChips(header=CommandHeader(command_id=str(n))) for n in range(commands))


async def test_every_command_comes_back_with_its_own_receipt_in_order() -> None:
    """Seven commands in batches of three are three batches, answered in the order sent."""
    desk = Desk()
    sender = BatchSender(desk, 3)  # type: ignore[arg-type] - of a client it needs only this
    pairs = [pair async for pair in sender.send(row(7))]
    assert [command.header.command_id for command, _ in pairs] == list("0123456")
    assert [result.receipt.command_id for _, result in pairs] == list("0123456")
    assert desk.sizes == [3, 3, 1]
    assert desk.most_under_way == 1


async def test_no_command_is_no_batch() -> None:
    """An empty row sends nothing."""
    desk = Desk()
    sender = BatchSender(desk)  # type: ignore[arg-type] - of a client it needs only this
    assert [pair async for pair in sender.send(row(0))] == []
    assert desk.sizes == []


@pytest.mark.parametrize("size", [0, 1_001])
def test_a_batch_has_1_to_1000_commands(size: int) -> None:
    """A size that the ledger would turn away is refused before anything is sent."""
    with pytest.raises(ValueError, match=str(size)):
        BatchSender(Desk(), size)  # type: ignore[arg-type] - of a client it needs only this
