"""An exchange that waits: completed on its own terms with a document, or given up."""

import pytest
from countroom.cashier.v1 import cashier_events_pb2 as e
from countroom.cashier.v1.cashier_service_pb2 import AbandonReason
from countroom.ledger.v1.money_pb2 import Money

from services.cashier.domain.refusals import CashierRefusal
from services.kernel.refusal import Refused
from tests.given import command_id
from tests.paper_cage import PaperCage, exchange_id, flags, foreign, last, names

LIMIT = 2_000_000


@pytest.fixture
def cage():
    return PaperCage()


def refusal(told):
    with pytest.raises(Refused) as refused:
        told()
    return refused.value.reason


@pytest.mark.obligation("M46.1")
def test_a_document_completes_it(cage):
    """The first command's exchange completes under its own id, and its provision is recorded."""
    waiting = cage.sell("p-1", LIMIT + 1, "desk-2")
    done = cage.complete("p-1", waiting, "doc-1")

    assert ["IdentificationRecorded", "ChipsSold"] == names(done)
    assert exchange_id(waiting) == exchange_id(done) == done.facts[0].event.exchange_id
    assert ("M46.1", "desk-2") == (done.facts[0].event.provision, last(done).exchange.desk_id)
    assert 1 == last(done).exchange.receipt_number
    assert refusal(lambda: cage.complete("p-1", waiting, "doc-1")) is (
        CashierRefusal.EXCHANGE_NOT_WAITING
    )


@pytest.mark.obligation("M46.1")
def test_without_a_document_it_goes_on_waiting(cage):
    """Completing needs the document; done without one after the fact it is recorded and flagged."""
    waiting = cage.sell("p-1", LIMIT + 1)

    assert refusal(lambda: cage.complete("p-1", waiting)) is CashierRefusal.DOCUMENT_REQUIRED
    told = cage.complete("p-1", waiting, after=True)
    assert (["ChipsSold"], [("identification_missed", "M46.1")]) == (names(told), flags(told))


@pytest.mark.obligation("M46.4")
def test_more_than_one_may_wait_and_totals_are_counted_anew(cage):
    """Two that waited complete in either order, each with the total as it then is."""
    cage.sell("p-1", 1_900_000)
    first, second = cage.sell("p-1", 200_000), cage.sell("p-1", 300_000)

    assert [2_100_000, 2_200_000] == [
        last(d).exchange.session_total_minor.numerator for d in (first, second)
    ]
    done = [cage.complete("p-1", waiting, "doc-1") for waiting in (second, first)]
    assert [2_200_000, 2_400_000] == [last(d).exchange.session_total_minor.numerator for d in done]
    assert ["M46.4", "M46.4"] == [d.facts[0].event.provision for d in done]


def test_it_completes_at_the_rate_agreed(cage):
    """A rate that changed meanwhile does not change what waits."""
    cage.set_rate("GBP", (16, 25))
    waiting = cage.sell("p-1", foreign("GBP", 400_000))
    cage.set_rate("GBP", (1, 2))

    done = last(cage.complete("p-1", waiting, "doc-1")).exchange
    assert (2_560_000, 16, 25) == (done.chips_minor, done.rate.numerator, done.rate.denominator)


@pytest.mark.obligation("S5")
def test_its_desk_must_be_open_and_hold_enough(cage):
    """The desk is looked at again when it completes."""
    waiting = cage.redeem("p-1", LIMIT + 1, "desk-3")
    held = cage.balance("cage_cash/desk-3")
    cage.close_desk("desk-3", [Money(currency="MTL", amount_minor=held)], 0)

    assert refusal(lambda: cage.complete("p-1", waiting, "doc-1")) is CashierRefusal.DESK_NOT_OPEN
    cage.open_desk("desk-3", LIMIT)
    assert refusal(lambda: cage.complete("p-1", waiting, "doc-1")) is (
        CashierRefusal.DESK_CASH_INSUFFICIENT
    )
    cage.open_desk("desk-2b")
    told = cage.complete("p-1", waiting, "doc-1", after=True)
    assert [("desk_cash_insufficient", "M41.b.iii")] == flags(told)[:1]


@pytest.mark.obligation("M46.4.session")
def test_what_completes_a_day_later_belongs_to_the_session_it_completes_in(cage):
    """Value moves when it completes, and counts where it moves."""
    waiting = cage.sell("p-1", LIMIT + 1)
    cage.at = cage.at.replace(month=7, day=1)
    done = cage.complete("p-1", waiting, "doc-1")

    assert ["PatronSessionOpened", "IdentificationRecorded", "ChipsSold"] == names(done)
    assert "1998-07-01/1" == last(done).exchange.patron_session_id


@pytest.mark.obligation("M46.1")
def test_it_can_be_given_up(cage):
    """The reason is kept, nothing has moved, and it can't be completed any more."""
    cage.sell("p-1", 1_000_000)
    waiting = cage.sell("p-1", 1_000_001)
    given_up = cage.abandon("p-1", waiting)

    assert e.ExchangeAbandoned(
        person="p-1",
        exchange_id=exchange_id(waiting),
        reason=AbandonReason.ABANDON_REASON_NO_DOCUMENT,
    ) == last_event(given_up)
    assert refusal(lambda: cage.complete("p-1", waiting, "doc-1")) is (
        CashierRefusal.EXCHANGE_NOT_WAITING
    )
    assert ["ChipsSold"] == names(cage.sell("p-1", 1_000_000))


def last_event(decision):
    return decision.facts[-1].event


def test_giving_up_needs_a_reason_and_something_that_waits(cage):
    """An unknown exchange, another person's, or no reason is refused."""
    waiting = cage.sell("p-1", LIMIT + 1)
    sold = cage.sell("p-1", 1_000)
    unspecified = AbandonReason.ABANDON_REASON_UNSPECIFIED

    assert refusal(lambda: cage.abandon("p-2", waiting)) is CashierRefusal.EXCHANGE_NOT_WAITING
    assert refusal(lambda: cage.abandon("p-1", sold)) is CashierRefusal.EXCHANGE_NOT_WAITING
    assert refusal(lambda: cage.abandon("p-1", waiting, unspecified)) is (
        CashierRefusal.REASON_NOT_SAID
    )
    assert command_id(10**6) != exchange_id(waiting)
