"""A completed exchange undone: asked for by one person, approved by a supervisor who is another."""

import pytest
from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.ledger.v1.money_pb2 import Money

from services.cashier.domain.patron import REVERSIBLE
from services.cashier.domain.refusals import CashierRefusal
from services.kernel.refusal import Refused
from tests.paper_cage import PaperCage, cheque, exchange_id, flags, last, names

LIMIT = 2_000_000


@pytest.fixture
def cage():
    return PaperCage()


def refusal(told):
    with pytest.raises(Refused) as refused:
        told()
    return refused.value.reason


def reverse(cage, person, made):
    cage.ask_reversal(person, made)
    return cage.approve_reversal(person, made)


@pytest.mark.obligation("M41")
@pytest.mark.parametrize("payment", [700_000, cheque(700_000)])
def test_a_reversal_leaves_every_account_as_it_was(cage, payment):
    """What the exchange posted is turned round, and who asked and approved stands in the event."""
    before = {k: v for k, v in cage.house.balances.items() if v}
    sold = cage.sell("p-1", payment)
    asked = cage.ask_reversal("p-1", sold)
    undone = cage.approve_reversal("p-1", sold)

    assert before == {k: v for k, v in cage.house.balances.items() if v}
    assert e.ReversalRequested(
        person="p-1",
        exchange_id=exchange_id(sold),
        reason="keyed twice",
        requested_by="desk-system-1",
        requested_by_employee="cashier-1",
    ) == last(asked)
    assert e.ExchangeReversed(
        exchange=last(sold).exchange,
        requested_by="desk-system-1",
        approved_by="chief-1",
        requested_by_employee="cashier-1",
        approved_by_employee="chief_cashier-1",
    ) == last(undone)


@pytest.mark.obligation("M46.4")
def test_a_reversed_exchange_counts_no_longer(cage):
    """A purchase of 1,500 undone and one of 1,200 are 1,200."""
    reverse(cage, "p-1", cage.sell("p-1", 1_500_000))
    sold = cage.sell("p-1", 1_200_000)

    assert (["ChipsSold"], 1_200_000) == (
        names(sold),
        last(sold).exchange.session_total_minor.numerator,
    )
    assert ["ChipsSold"] == names(cage.sell("p-1", 800_000))
    assert ["IdentificationRequired"] == names(cage.sell("p-1", 1))


@pytest.mark.obligation("M46.4")
def test_until_it_is_approved_it_counts(cage):
    """Asking alone changes no total."""
    cage.ask_reversal("p-1", cage.sell("p-1", 1_500_000))

    assert ["IdentificationRequired"] == names(cage.sell("p-1", 500_001))


def test_the_same_caller_never_approves(cage):
    """Four eyes: refused, whatever the licence."""
    sold = cage.sell("p-1", 1_000)
    cage.ask_reversal("p-1", sold, caller="chief-1")

    assert refusal(lambda: cage.approve_reversal("p-1", sold, caller="chief-1")) is (
        CashierRefusal.SAME_PERSON_TWICE
    )
    assert ["ExchangeReversed"] == names(cage.approve_reversal("p-1", sold, caller="chief-2"))


CHIEF, OTHER = "chief_cashier-1", "chief_cashier-2"


@pytest.mark.parametrize(
    "asked", [("desk-system-1", CHIEF), (CHIEF, CHIEF), (CHIEF, OTHER), (OTHER, CHIEF)]
)
def test_whoever_asked_never_approves_by_whatever_token(cage, asked):
    """Who asked through a desk's system and approves with the own token is one person twice."""
    sold = cage.sell("p-1", 1_000)
    cage.ask_reversal("p-1", sold, *asked)

    assert refusal(lambda: cage.approve_reversal("p-1", sold, CHIEF, CHIEF)) is (
        CashierRefusal.SAME_PERSON_TWICE
    )
    third = "chief_cashier-3"
    assert ["ExchangeReversed"] == names(cage.approve_reversal("p-1", sold, third, third))


@pytest.mark.obligation("M8")
@pytest.mark.parametrize(
    ("actor", "approves"),
    [("chief_cashier-1", True), ("pit_supervisor-1", True), ("cashier-2", False)],
)
def test_a_supervisor_approves(cage, actor, approves):
    """A licence as chief cashier or pit supervisor is needed; a cashier's is none."""
    sold = cage.sell("p-1", 1_000)
    cage.ask_reversal("p-1", sold)

    def approve():
        return cage.approve_reversal("p-1", sold, actor=actor)

    if approves:
        assert ["ExchangeReversed"] == names(approve())
    else:
        assert refusal(approve) is CashierRefusal.NOT_LICENSED


def test_it_is_asked_for_once_and_reversed_once(cage):
    """A second request, and anything after the reversal, is refused by its name."""
    sold = cage.sell("p-1", 1_000)
    assert refusal(lambda: cage.approve_reversal("p-1", sold)) is (
        CashierRefusal.REVERSAL_NOT_REQUESTED
    )
    cage.ask_reversal("p-1", sold)
    assert refusal(lambda: cage.ask_reversal("p-1", sold)) is (
        CashierRefusal.REVERSAL_ALREADY_REQUESTED
    )
    cage.approve_reversal("p-1", sold)
    for again in (cage.ask_reversal, cage.approve_reversal):
        assert refusal(lambda told=again: told("p-1", sold)) is (
            CashierRefusal.EXCHANGE_ALREADY_REVERSED
        )


def test_only_a_completed_exchange_of_this_person_is_reversed(cage):
    """One that waits, and another person's, are not known as such."""
    waiting, other = cage.sell("p-1", LIMIT + 1), cage.sell("p-2", 1_000)

    for made in (waiting, other):
        assert refusal(lambda told=made: cage.ask_reversal("p-1", told)) is (
            CashierRefusal.EXCHANGE_NOT_KNOWN
        )


def test_the_newest_exchanges_are_reversible(cage):
    """The tenth last still is, the eleventh last is not, and one asked for stays so."""
    sold = [cage.sell("p-1", 1_000) for _ in range(REVERSIBLE + 1)]
    assert refusal(lambda: cage.ask_reversal("p-1", sold[0])) is CashierRefusal.EXCHANGE_NOT_KNOWN
    cage.ask_reversal("p-1", sold[1])
    for _ in range(REVERSIBLE):
        cage.sell("p-1", 1_000)

    assert ["ExchangeReversed"] == names(cage.approve_reversal("p-1", sold[1]))


@pytest.mark.obligation("M41.b.iii")
def test_its_desk_gives_back_what_it_has(cage):
    """A closed desk, or one that paid the money out since, is refused."""
    cage.open_desk("desk-7", 0)
    sold = cage.sell("p-1", 50_000, "desk-7")
    cage.ask_reversal("p-1", sold)
    cage.redeem("p-1", 1, "desk-7")
    assert refusal(lambda: cage.approve_reversal("p-1", sold)) is (
        CashierRefusal.DESK_CASH_INSUFFICIENT
    )
    held = Money(currency="MTL", amount_minor=49_999)
    cage.close_desk("desk-7", [held], cage.balance("cage_chips/desk-7"))
    assert refusal(lambda: cage.approve_reversal("p-1", sold)) is CashierRefusal.DESK_NOT_OPEN


def test_a_cash_out_is_reversed_too(cage):
    """The patron brings the money back and has the chips again."""
    cage.sell("p-1", 1_000)
    before = dict(cage.house.balances)
    undone = reverse(cage, "p-1", cage.redeem("p-1", 600))

    assert (before, []) == (dict(cage.house.balances), flags(undone))


@pytest.mark.obligation("M46.4")
def test_a_reversed_exchange_is_no_part_of_what_a_link_finds(cage):
    """What was undone was not exchanged unidentified."""
    reverse(cage, "p-1", cage.redeem("p-1", 1_500_000))
    cage.redeem("p-2", 500_001)
    cage.sell("p-1", 1_000, document="doc-1")

    assert [] == flags(cage.sell("p-2", 1_000, document="doc-1"))
