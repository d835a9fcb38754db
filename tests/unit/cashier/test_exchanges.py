"""An exchange at a desk: what it moves, what is refused before it, what is flagged after it."""

import pytest
from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1 import cashier_service_pb2 as c
from countroom.cashier.v1 import exchange_pb2 as x
from countroom.ledger.v1.money_pb2 import Ratio

from services.cashier.domain.patron_session import patron_session
from services.cashier.domain.refusals import CashierRefusal
from services.cashier.domain.routes import CASHIER
from services.kernel.refusal import Refused
from tests.given import Given, command_id, header
from tests.paper_cage import PaperCage, cash, cheque, flags, foreign, last, names, notices

BEYOND = 10**15 + 1


@pytest.fixture
def cage():
    return PaperCage()


def refusal(told):
    with pytest.raises(Refused) as refused:
        told()
    return refused.value


def sale(payment, **changes):
    said = {"header": header(7), "desk_id": "desk-1", "person": "p-1", "payment": payment}
    return c.SellChips(**said | changes)


@pytest.mark.obligation("M41")
def test_a_cash_sale_says_all_that_it_is(cage):
    """The first exchange opens the session, and moves cash one way and chips the other."""
    table = x.Reference(name="table", value="BJ-07")
    exchange = x.Exchange(
        exchange_id=command_id(7),
        desk_id="desk-1",
        person="p-1",
        direction=x.Direction.DIRECTION_PURCHASE,
        payment=cash(2_000_000),
        chips_minor=2_000_000,
        exact_minor=Ratio(numerator=2_000_000, denominator=1),
        references=[table],
        patron_session_id="1998-06-30/1",
        session_total_minor=Ratio(numerator=2_000_000, denominator=1),
        receipt_number=1,
    )
    opened = e.PatronSessionOpened(person="p-1", patron_session_id="1998-06-30/1")

    at_desks = Given(patron_session, cage.house)
    at_desks.when(sale(cash(2_000_000), references=[table])).then(
        opened, e.ChipsSold(exchange=exchange)
    ).posting(
        ("chips_outstanding/cashier", -2_000_000),
        ("cage_cash/desk-1", 2_000_000),
        ("cage_chips/desk-1", -2_000_000),
        ("chip_inventory", 2_000_000),
    ).flagging().noticing()


@pytest.mark.obligation("M37.2")
def test_a_cheque_is_receivable_and_no_cash(cage):
    """A cheque for chips leaves the desk's cash as it is, and its particulars in the event."""
    sold = cage.sell("p-1", cheque(700_000, abroad=True))

    assert ["chips_outstanding/cashier", "cheques_receivable", "cage_chips/desk-1"] == [
        posting.account for posting in sold.facts[-1].postings[:3]
    ]
    assert 700_000 == cage.balance("cheques_receivable")
    assert cheque(700_000, abroad=True) == last(sold).exchange.payment


def test_a_cash_out_pays_cash_for_chips(cage):
    """Chips come back into the desk and the house owes so much less."""
    cage.sell("p-1", 700_000)
    redeemed = cage.redeem("p-1", 600_000)

    assert ["ChipsRedeemed"] == names(redeemed)
    assert [
        ("cage_cash/desk-1", -600_000),
        ("chips_outstanding/cashier", 600_000),
        ("chip_inventory", -600_000),
        ("cage_chips/desk-1", 600_000),
    ] == [(p.account, p.amount_minor) for p in redeemed.facts[-1].postings]
    assert not last(redeemed).HasField("winnings_to_show_minor")


@pytest.mark.obligation("S5")
@pytest.mark.parametrize("exchange", ["sell", "redeem"])
def test_an_exchange_needs_an_open_desk(cage, exchange):
    """At a closed desk it is refused; one made there is recorded and flagged."""
    at_closed = getattr(cage, exchange)

    assert refusal(lambda: at_closed("p-1", 1_000, "desk-9")).reason is CashierRefusal.DESK_NOT_OPEN
    assert ("desk_not_open", "S5") in flags(at_closed("p-1", 1_000, "desk-9", after=True))
    assert [] == flags(at_closed("p-1", 1_000, "desk-1", after=True))


@pytest.mark.obligation("M8")
def test_an_exchange_needs_a_licensed_cashier(cage):
    """A licence that covers another function is none for this."""
    by_dealer = sale(cash(1_000), header=header(7, actor="dealer-1"))
    told = sale(cash(1_000), header=header(7, actor="dealer-1", after=True))

    assert refusal(lambda: cage.book.record(by_dealer)).reason is CashierRefusal.NOT_LICENSED
    assert [("not_licensed", "M8")] == flags(cage.book.record(told))


@pytest.mark.parametrize(
    ("payment", "reason"),
    [
        (cash(-1), CashierRefusal.AMOUNT_NOT_POSITIVE),
        (cash(BEYOND), CashierRefusal.AMOUNT_OUT_OF_RANGE),
        (cash(2**63 - 1), CashierRefusal.AMOUNT_OUT_OF_RANGE),
        (cheque(-1), CashierRefusal.AMOUNT_NOT_POSITIVE),
        (foreign("GBP", -1, (16, 25)), CashierRefusal.AMOUNT_NOT_POSITIVE),
        (foreign("XXX", 100, (16, 25)), CashierRefusal.CURRENCY_UNKNOWN),
        (foreign("MTL", 100, (16, 25)), CashierRefusal.CURRENCY_NOT_FOREIGN),
        (x.ChipPayment(), CashierRefusal.INSTRUMENT_NOT_SAID),
    ],
)
@pytest.mark.parametrize("after", [False, True])
def test_what_is_no_exchange_is_refused_even_after_the_fact(cage, payment, reason, after):
    """Bad input is never an event."""
    command = sale(payment, header=header(7, after=after))

    assert refusal(lambda: cage.book.record(command)).reason is reason


def test_a_cash_out_says_how_it_is_paid(cage):
    """Without a payout there is no exchange."""
    command = c.RedeemChips(header=header(7), desk_id="desk-1", person="p-1", chips_minor=1_000)

    assert refusal(lambda: cage.book.record(command)).reason is CashierRefusal.INSTRUMENT_NOT_SAID


def test_a_reference_has_one_value(cage):
    """A name that stands twice among the references is refused."""
    twice = [x.Reference(name="table", value=table) for table in ("BJ-07", "BJ-08")]
    command = sale(cash(1_000), references=twice)

    assert refusal(lambda: cage.book.record(command)).reason is CashierRefusal.NAMED_TWICE


def test_nothing_exchanged_is_only_recorded_after_the_fact(cage):
    """A zero is refused before, and recorded with a notice and without postings after."""
    assert refusal(lambda: cage.sell("p-1", 0)).reason is CashierRefusal.AMOUNT_NOT_POSITIVE
    assert refusal(lambda: cage.redeem("p-1", 0)).reason is CashierRefusal.AMOUNT_NOT_POSITIVE

    told = cage.sell("p-1", 0, after=True)

    assert (["amount_is_zero"], (), []) == (notices(told), told.facts[-1].postings, flags(told))


@pytest.mark.obligation("M41.b.iii")
def test_a_desk_pays_out_no_more_than_it_holds(cage):
    """The last mil may be paid and one more is refused; a payment made is recorded and flagged."""
    cage.open_desk("desk-7", 50_000)

    assert (
        refusal(lambda: cage.redeem("p-1", 50_001, "desk-7")).reason
        is CashierRefusal.DESK_CASH_INSUFFICIENT
    )
    assert [] == flags(cage.redeem("p-1", 50_000, "desk-7"))
    paid = cage.redeem("p-1", 1, "desk-7", after=True)
    assert [("desk_cash_insufficient", "M41.b.iii")] == flags(paid)
    assert -1 == cage.balance("cage_cash/desk-7")


@pytest.mark.obligation("M41.b.iii")
def test_a_desk_sells_no_more_chips_than_it_holds(cage):
    """The last chip may be sold and one more is refused, or flagged once it was sold."""
    cage.open_desk("desk-7", chips_minor=50_000)

    refused = refusal(lambda: cage.sell("p-1", 50_001, "desk-7"))
    assert refused.reason is CashierRefusal.DESK_CHIPS_INSUFFICIENT
    assert {"desk_id": "desk-7", "balance_minor": "50000", "amount_minor": "50001"}.items() <= (
        refused.facts.items()
    )
    assert [] == flags(cage.sell("p-1", 50_000, "desk-7"))
    assert [("desk_chips_insufficient", "M41.b.iii")] == flags(
        cage.sell("p-1", 1, "desk-7", after=True)
    )


@pytest.mark.obligation("M41.b.ii")
def test_more_chips_back_than_ever_went_out_is_an_exception_once():
    """The liability may not turn round: the cash-out that turns it is paid and flagged."""
    cage = PaperCage()
    cage.house.balances["chips_outstanding/cashier", "MTL"] = -1_000

    assert [[], [("negative_balance", "M41.b.ii")], []] == [
        flags(cage.redeem("p-1", amount)) for amount in (1_000, 1, 1)
    ]


def test_a_refusal_leaves_no_trace(cage):
    """What was refused changed neither balances nor the person's session."""
    before = dict(cage.house.balances), dict(cage.house.streams)
    refusal(lambda: cage.sell("p-1", 1_000, "desk-9"))

    assert before == (dict(cage.house.balances), dict(cage.house.streams))


def test_every_command_has_a_stream_and_every_batch_command_a_route():
    """No RPC of the service is left without a stream, and no stream without an aggregate."""
    service = c.DESCRIPTOR.services_by_name["CashierService"]
    commands = {m.input_type.name for m in service.methods if m.output_type.name == "Receipt"}
    batch = {f.message_type.name for f in c.CashierCommand.DESCRIPTOR.fields}

    assert commands == {command.__name__ for command in CASHIER.streams}
    assert batch < commands
    assert "ApproveReversal" not in batch
    for kind, stream in CASHIER.streams.items():
        assert stream(kind()).partition("/")[0] in CASHIER.aggregates
