"""A decider replays by evolving, and a domain knows whose each stream is."""

import pytest
from countroom.cashier.v1.cashier_service_pb2 import AbandonExchange, SellChips
from countroom.ledger.v1.header_pb2 import CommandHeader, Timing

from services.cashier.domain.cash_desk import cash_desk
from services.cashier.domain.routes import CASHIER
from services.kernel.decider import Decider, Decision


def test_replay_is_evolving_one_event_after_another():
    """The state after a past is the fold of its events from the initial one."""
    letters = Decider("", lambda *_: Decision(()), lambda state, event: state + event)

    assert letters.replay("abc") == "abc"


def test_a_stream_is_kept_by_the_aggregate_of_its_first_word():
    """The desk's stream goes to the desk's decider."""
    assert CASHIER.decider_of("desk/desk-1") is cash_desk


@pytest.mark.parametrize(
    ("kind", "timing", "is_after"),
    [
        (SellChips, Timing.TIMING_UNSPECIFIED, False),
        (SellChips, Timing.TIMING_AFTER, True),
        (AbandonExchange, Timing.TIMING_UNSPECIFIED, True),
        (AbandonExchange, Timing.TIMING_BEFORE, False),
    ],
)
def test_a_command_asks_or_tells_by_its_word_or_by_nature(kind, timing, is_after):
    """What the header says goes before what is natural for the command."""
    command = kind(header=CommandHeader(timing=timing))

    assert is_after is CASHIER.is_after(command)
