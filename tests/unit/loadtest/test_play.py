"""Playing steps: each lane in its own order, whatever the others do."""

import asyncio
import random
from typing import Any

import grpc
from countroom.cashier.v1.cashier_service_pb2 import AbandonExchange
from countroom.ledger.v1.header_pb2 import CommandHeader
from countroom.ledger.v1.receipt_pb2 import Receipt

from loadtest.clients.declined import Declined
from loadtest.demo.play import MOST_IN_FLIGHT, Played, Player
from loadtest.simulator.step import Caller, Step

LANES, STEPS = 40, 5


class Desk:
    """Takes some turns of the event loop for each command, and answers with one kind of event."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.under_way = self.most_under_way = 0

    async def send(self, command: Any) -> Receipt:
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        for _ in range(random.Random(command.header.command_id).randrange(20)):
            await asyncio.sleep(0)
        self.under_way -= 1
        self.order.append(command.header.command_id)
        return Receipt(book="c/cashier", last_sequence=7, event_types=["ExchangeAbandoned"])


def step(lane: int, number: int, expects: str = "ExchangeAbandoned") -> Step:
    command = AbandonExchange(header=CommandHeader(command_id=f"{lane}/{number}"))
    return Step(number, str(lane), Caller.DESK, (command,), (expects,))


async def played(desk: Any, *steps: Step) -> Played:
    result = Played()
    await Player({Caller.DESK: desk}, result, lambda _: None).play(steps)
    return result


async def test_a_lane_keeps_its_order_while_lanes_run_beside_one_another() -> None:
    """Of forty lanes each one's five steps are answered in order, at most so many at once."""
    desk = Desk()
    steps = [step(lane, number) for number in range(STEPS) for lane in range(LANES)]
    result = await played(desk, *steps)
    for lane in range(LANES):
        mine = [sent for sent in desk.order if sent.startswith(f"{lane}/")]
        assert mine == [f"{lane}/{number}" for number in range(STEPS)]
    assert 1 < desk.most_under_way <= MOST_IN_FLIGHT
    assert (result.recorded, result.surprises) == (LANES * STEPS, [])
    assert result.books["c/cashier"] == 7


async def test_an_answer_that_was_not_expected_is_named() -> None:
    """A receipt without the expected event is kept as a surprise with what came instead."""
    result = await played(Desk(), step(1, 1, expects="ChipsSold"))
    assert result.surprises == ["AbandonExchange 1/1: expected ChipsSold, came ExchangeAbandoned"]


async def test_a_refusal_is_a_surprise_and_the_lane_goes_on() -> None:
    """A command that is turned down is named with the reason, and the next one is sent."""

    class Strict(Desk):
        async def send(self, command: Any) -> Receipt:
            if command.header.command_id == "1/1":
                raise Declined(grpc.StatusCode.FAILED_PRECONDITION, "exchange_not_waiting", "No.")
            return await super().send(command)

    result = await played(Strict(), step(1, 1), step(1, 2))
    assert result.surprises == [
        "AbandonExchange 1/1: expected ExchangeAbandoned, exchange_not_waiting: No."
    ]
    assert result.recorded == 1
