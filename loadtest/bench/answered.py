"""Answered: every answer of a measurement is read afterwards; one that is no receipt ends it."""

from collections.abc import Iterable
from dataclasses import dataclass

from countroom.ledger.v1.intake_pb2 import BatchReceipt
from countroom.ledger.v1.receipt_pb2 import Receipt


class NotRecorded(Exception):
    """A measured command was refused or recorded before: the figure would be of nothing."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the measured commands caused."""

    commands: int
    events: int
    last_sequence: int


def recorded(receipts: Iterable[Receipt]) -> Recorded:
    """Add receipts up, or raise NotRecorded for one of a repeat."""
    commands = events = last_sequence = 0
    for receipt in receipts:
        if receipt.replayed or not receipt.event_types:
            raise NotRecorded(f"{receipt.command_id} was recorded before: begin with a new casino")
        commands += 1
        events += len(receipt.event_types)
        last_sequence = max(last_sequence, receipt.last_sequence)
    return Recorded(commands, events, last_sequence)


def receipts_of(answers: Iterable[bytes]) -> Iterable[Receipt]:
    """Yield the receipts of unary answers."""
    return map(Receipt.FromString, answers)


def receipts_of_batches(answers: Iterable[bytes]) -> Iterable[Receipt]:
    """Yield every command's receipt of batch answers, or raise NotRecorded at a refusal."""
    for answer in answers:
        for result in BatchReceipt.FromString(answer).results:
            if not result.HasField("receipt"):
                refusal = result.refusal
                raise NotRecorded(
                    f"a measured command was refused: {refusal.reason}: {refusal.text}"
                )
            yield result.receipt
