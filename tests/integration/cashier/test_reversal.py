"""An exchange undone over gRPC: who asked through the desk's system never approves in person."""

import grpc
import pytest
from countroom.cashier.v1.cashier_service_pb2 import ApproveReversal, RequestReversal, SellChips
from countroom.cashier.v1.exchange_pb2 import CashPayment, ChipPayment

from loadtest.clients.declined import Declined
from tests.load import command_header

# Both are licensed as chief cashiers.
CHIEF, OTHER_CHIEF = "chief-1", "cashier-1"


def sale(casino):
    payment = ChipPayment(cash=CashPayment(amount_minor=700_000))
    return SellChips(
        header=command_header(casino.casino_id), desk_id="desk-1", person="p-1", payment=payment
    )


def request(casino, sold, actor):
    return RequestReversal(
        header=command_header(casino.casino_id, actor),
        person=sold.person,
        exchange_id=sold.header.command_id,
        reason="keyed twice",
    )


def approval(casino, sold, actor):
    return ApproveReversal(
        header=command_header(casino.casino_id, actor),
        person=sold.person,
        exchange_id=sold.header.command_id,
    )


async def balances(casino):
    held = await casino.person(CHIEF, "chief_cashier").balances(casino.casino_id)
    return {(b.account, b.currency): b.balance_minor for b in held.balances if b.balance_minor}


async def reason_of(sending):
    with pytest.raises(Declined) as declined:
        await sending
    return declined.value.code, declined.value.reason


@pytest.mark.obligation("M41")
async def test_who_asked_at_the_desk_does_not_approve_with_the_own_token(casino):
    """Another chief cashier does, and every balance is what it was before the sale."""
    desk, before, sold = casino.desk(), await balances(casino), sale(casino)
    await desk.send(sold)
    await desk.send(request(casino, sold, CHIEF))

    approving = casino.person(CHIEF, "chief_cashier").send(approval(casino, sold, CHIEF))
    assert await reason_of(approving) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "same_person_twice",
    )
    assert before != await balances(casino)
    other = casino.person(OTHER_CHIEF, "chief_cashier")
    receipt = await other.send(approval(casino, sold, OTHER_CHIEF))

    assert ["ExchangeReversed"] == list(receipt.event_types)
    assert before == await balances(casino)


async def test_nobody_approves_under_anothers_number_or_by_a_system(casino):
    """A person's token names its person as the actor, and a system's approves nothing."""
    desk, sold = casino.desk(), sale(casino)
    await desk.send(sold)
    await desk.send(request(casino, sold, CHIEF))
    chief, denied = casino.person(CHIEF, "chief_cashier"), grpc.StatusCode.PERMISSION_DENIED

    as_another = chief.send(approval(casino, sold, OTHER_CHIEF))
    assert await reason_of(as_another) == (denied, "actor_not_caller")
    by_desk = desk.send(approval(casino, sold, OTHER_CHIEF))
    assert (await reason_of(by_desk))[0] is denied
