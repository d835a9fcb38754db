"""A book's guards: a rule that is wrong stops before anything is written that is."""

from dataclasses import replace

import pytest
from countroom.ledger.v1.money_pb2 import Posting

from services.cashier.domain.routes import CASHIER
from services.chassis.book import BookRefusal, LopsidedDecision, TornMemory
from services.kernel.decider import Decider, Decision, Fact
from services.kernel.refusal import Refused
from tests.unit.chassis.paper_partition import PaperPartition
from tests.unit.chassis.test_book import desk


def lopsided(*_):
    posting = Posting(account="vault_cash", amount_minor=1, currency="MTL")
    return Decision((Fact(CASHIER.carrier().desk_opened, (posting,)),))


def domain_with(decide, evolve):
    decider = Decider(None, decide, evolve)
    return replace(CASHIER, aggregates=dict.fromkeys(CASHIER.aggregates, decider), touches={})


def test_money_that_does_not_balance_is_never_entered():
    """A wrong rule stops the command before anything is numbered."""
    partition = PaperPartition(domain_with(lopsided, lambda *_: None))

    with pytest.raises(LopsidedDecision):
        partition.ask(desk())
    assert partition.memory.sequence == 0


def test_an_event_that_is_half_taken_in_stops_the_book():
    """A memory that no longer is what the log says must not decide again."""

    def fails(*_):
        raise ZeroDivisionError

    fact = Decision((Fact(CASHIER.carrier().desk_opened),))
    partition = PaperPartition(domain_with(lambda *_: fact, fails))

    with pytest.raises(TornMemory):
        partition.ask(desk())


def test_a_decision_larger_than_a_page_is_refused_before_it_changes_anything():
    """What can't be written in one record is sent in parts."""
    facts = tuple(
        Fact(CASHIER.carrier().desk_opened.__class__(desk_id="d" * 60)) for _ in range(4_000)
    )
    partition = PaperPartition(domain_with(lambda *_: Decision(facts), lambda *_: None))

    with pytest.raises(Refused) as refused:
        partition.ask(desk())
    assert refused.value.reason is BookRefusal.DECISION_TOO_LARGE
    assert (partition.memory.sequence, partition.memory.states) == (0, {})
