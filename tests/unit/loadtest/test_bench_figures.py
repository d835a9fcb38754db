"""Figures of a bench run, and the mix that is measured."""

import json
from collections import Counter
from pathlib import Path

import pytest
from countroom.cashier.v1.cashier_service_pb2 import SellChips
from countroom.ledger.v1.receipt_pb2 import Receipt

from loadtest.bench.answered import NotRecorded, receipts_of, recorded
from loadtest.bench.command_mix import CommandMix
from loadtest.bench.figure import Figures, percentile
from loadtest.bench.record_batch import batches


def test_what_fell_short_is_written_as_not_held(tmp_path: Path) -> None:
    """bench.json has value, unit, expected and held of each figure, null where none was asked."""
    figures = Figures()
    figures.note("raw", 28_123.456, "records/s")
    figures.at_least("ratio", 0.39, 0.4)
    figures.at_most("p99", 900.0, 1_000, unit="ms")
    figures.not_measured("other", "ratio", "no PostgreSQL is installed")
    figures.write(tmp_path / "bench.json")
    written = json.loads((tmp_path / "bench.json").read_text())
    assert written == {
        "raw": {"value": 28120.0, "unit": "records/s", "expected": None, "held": None},
        "ratio": {"value": 0.39, "unit": "ratio", "expected": ">= 0.4", "held": False},
        "p99": {"value": 900.0, "unit": "ms", "expected": "<= 1000", "held": True},
        "other": {
            "value": "not measured",
            "unit": "ratio",
            "expected": "no PostgreSQL is installed",
            "held": None,
        },
    }
    assert not figures.all_held


def test_a_percentile_lies_between_the_values_around_it() -> None:
    """Of 0 to 100 the 99th is 99, and of two values the 50th is their middle."""
    assert percentile([float(n) for n in range(101)], 99) == 99
    assert percentile([1.0, 3.0], 50) == 2


def test_a_repeat_is_no_measurement() -> None:
    """A receipt that says replayed ends the run instead of being counted."""
    good = Receipt(command_id="a", event_types=["ChipsSold"], last_sequence=3)
    assert recorded([good]).events == 1
    with pytest.raises(NotRecorded, match="b was recorded before"):
        recorded(receipts_of([Receipt(command_id="b", replayed=True).SerializeToString()]))


def test_the_mix_is_the_same_again_and_what_it_says_it_is() -> None:
    """A seed gives the same commands, in about the shares that the mix is named by."""
    commands = CommandMix("c", seed=5).take(10_000)
    assert commands == CommandMix("c", seed=5).take(10_000)
    kinds = Counter(
        "document"
        if command.HasField("document")
        else command.payment.WhichOneof("instrument")
        if isinstance(command, SellChips)
        else "cash_out"
        for command in commands
    )
    shares = {kind: count / 10_000 for kind, count in kinds.items()}
    assert shares == pytest.approx(
        {"cash": 0.71, "cash_out": 0.20, "foreign_cash": 0.04, "cheque": 0.02, "document": 0.03},
        abs=0.01,
    )


def test_batches_carry_every_command_once() -> None:
    """1,200 commands in batches of 500 are three requests."""
    assert len(batches(CommandMix("c", seed=5).take(1_200), 500)) == 3
