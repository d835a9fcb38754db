"""Field rules: a request says what is wrong in it, field by field, before anything is decided."""

import pytest
from countroom.cashier.v1.cashier_service_pb2 import OpenDesk, SellChips, SetExchangeRate
from countroom.cashier.v1.exchange_pb2 import (
    CashPayment,
    ChequePayment,
    ChipPayment,
    ForeignCashPayment,
    Reference,
)
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader
from countroom.ledger.v1.money_pb2 import Money, Ratio
from google.protobuf.timestamp_pb2 import Timestamp

from services.chassis.field_rules import has_unknown_fields, violations

ID = "0190163d-8694-739b-aea5-966c26f8ad91"


def header(**changes):
    sound = {
        "command_id": ID,
        "casino_id": "st-julians",
        "occurred_at": Timestamp(seconds=899_233_200),
        "actor": Actor(employee_id="e-1", terminal_id="desk-1-a"),
    }
    return CommandHeader(**sound | changes)


def sale(**changes):
    sound = {
        "header": header(),
        "desk_id": "desk-1",
        "person": "p-1",
        "payment": ChipPayment(cash=CashPayment(amount_minor=50_000)),
    }
    return SellChips(**sound | changes)


def test_a_sound_request_breaks_no_rule():
    """What is as it must be goes on."""
    assert violations(sale()) == []


NEGATIVE = ChipPayment(cash=CashPayment(amount_minor=-1))
HUGE = ChipPayment(cash=CashPayment(amount_minor=10**15 + 1))
NO_KIND = ChipPayment(cheque=ChequePayment(amount_minor=1))
ODD_KIND = ChipPayment(cheque=ChequePayment(amount_minor=1, kind=99))
LOWER = ChipPayment(foreign_cash=ForeignCashPayment(currency="gbp", amount_minor=1))
BROKEN = [
    (sale(header=None), "header"),
    (sale(header=header(command_id="")), "header.command_id"),
    (sale(header=header(command_id="0190163d-8694-439b-aea5-966c26f8ad91")), "header.command_id"),
    (sale(header=header(command_id=ID.upper())), "header.command_id"),
    (sale(header=header(casino_id="st julians")), "header.casino_id"),
    (sale(header=header(casino_id="a/b")), "header.casino_id"),
    (sale(header=header(occurred_at=None)), "header.occurred_at"),
    (sale(header=header(occurred_at=Timestamp(seconds=1, nanos=-1))), "header.occurred_at"),
    (sale(header=header(occurred_at=Timestamp(seconds=2**60))), "header.occurred_at"),
    (sale(header=header(actor=None)), "header.actor"),
    (sale(header=header(timing=7)), "header.timing"),
    (sale(header=header(correlation_id="x" * 201)), "header.correlation_id"),
    (sale(header=header(correlation_id="a\nb")), "header.correlation_id"),
    (sale(desk_id=""), "desk_id"),
    (sale(person="p" * 65), "person"),
    (sale(payment=None), "payment"),
    (sale(payment=ChipPayment()), "payment.instrument"),
    (sale(payment=NEGATIVE), "payment.cash.amount_minor"),
    (sale(payment=HUGE), "payment.cash.amount_minor"),
    (sale(payment=NO_KIND), "payment.cheque.kind"),
    (sale(payment=ODD_KIND), "payment.cheque.kind"),
    (sale(payment=LOWER), "payment.foreign_cash.currency"),
    (sale(references=[Reference(name="", value="x")]), "references[0].name"),
    (sale(references=[Reference(name="a", value="x")] * 17), "references"),
    (OpenDesk(header=header(), desk_id="d", cash=[Money(currency="M")]), "cash[0].currency"),
    (
        SetExchangeRate(
            header=header(),
            currency="GBP",
            buy=Ratio(numerator=1),
            sell=Ratio(numerator=2, denominator=3),
        ),
        "buy",
    ),
]


@pytest.mark.parametrize(("request_", "field"), BROKEN)
def test_a_broken_rule_names_its_field(request_, field):
    """Each fault is found, alone, under the path of its field."""
    assert [field] == [violation.field for violation in violations(request_)]


def test_every_fault_of_a_request_is_named_at_once():
    """Nobody has to send it again to learn the next one."""
    found = [v.field for v in violations(sale(desk_id="", person="", payment=NEGATIVE))]

    assert ["desk_id", "person", "payment.cash.amount_minor"] == found


def test_an_unknown_field_is_noticed_wherever_it_stands():
    """A later client's word is not silently dropped."""
    unknown = b"\xfa\x3e\x03abc"  # field 1007, three bytes
    deep = sale(header=CommandHeader.FromString(header().SerializeToString() + unknown))

    assert [False, True] == [has_unknown_fields(sale()), has_unknown_fields(deep)]
