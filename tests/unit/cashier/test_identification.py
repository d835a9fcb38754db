"""Over the limit a document comes first: alone, and in the aggregate of a patron session (M46)."""

import pytest

from services.cashier.domain.refusals import CashierRefusal
from services.kernel.refusal import Refused
from tests.paper_cage import PaperCage, cheque, flags, foreign, last, names, notices

LIMIT = 2_000_000
SOLD, WAITS = ["ChipsSold"], ["IdentificationRequired"]


@pytest.fixture
def cage():
    return PaperCage()


def what(decision):
    """Return what became of the exchange, whatever had to be known first."""
    return names(decision)[-1:]


@pytest.mark.obligation("M46.1")
@pytest.mark.parametrize("paid", [lambda minor: minor, cheque])
def test_a_purchase_of_the_limit_passes_and_one_mil_more_waits(cage, paid):
    """In excess of Lm2,000 is strictly more, by cash and by cheque alike."""
    assert what(cage.sell("p-1", paid(LIMIT))) == SOLD
    waiting = cage.sell("p-2", paid(LIMIT + 1))

    assert what(waiting) == WAITS
    assert ("M46.1", LIMIT) == (last(waiting).provision, last(waiting).limit_minor)
    assert ["identification_required"] == notices(waiting)


@pytest.mark.obligation("M46.2")
def test_a_cash_out_of_the_limit_passes_and_one_mil_more_waits(cage):
    """Chips worth more than Lm2,000 are cashed by identified persons only."""
    assert what(cage.redeem("p-1", LIMIT)) == ["ChipsRedeemed"]
    waiting = cage.redeem("p-2", LIMIT + 1)

    assert (WAITS, "M46.2") == (what(waiting), last(waiting).provision)


@pytest.mark.obligation("M46.1")
def test_what_waits_moves_no_value_and_counts_for_nothing(cage):
    """A pending exchange has no postings, no receipt number, and is in no total."""
    before = dict(cage.house.balances)
    waiting = cage.sell("p-1", LIMIT + 1)

    assert all(fact.postings == () for fact in waiting.facts)
    assert before == dict(cage.house.balances)
    assert LIMIT == last(cage.sell("p-1", LIMIT)).exchange.session_total_minor.numerator


@pytest.mark.obligation("M46.1")
@pytest.mark.obligation("M47.1")
def test_a_document_produced_with_the_command_completes_it_at_once(cage):
    """The particulars are recorded, sealed, with exchange, session, provision and place."""
    sold = cage.sell("p-1", LIMIT + 1, "desk-2", document="doc-1")
    recorded = sold.facts[1].event

    assert ["PatronSessionOpened", "IdentificationRecorded", "ChipsSold"] == names(sold)
    assert ("p-1", "M46.1", "desk-2", "1998-06-30/1") == (
        recorded.person,
        recorded.provision,
        recorded.desk_id,
        recorded.patron_session_id,
    )
    assert last(sold).exchange.exchange_id == recorded.exchange_id
    assert (b"sealed for p-1", b"doc-1") == (
        recorded.particulars.ciphertext,
        recorded.particulars.document_index,
    )


@pytest.mark.obligation("M46.4")
def test_the_exchange_that_crosses_waits_at_whatever_desk(cage):
    """Seven hundred thrice is over the limit at the third, over all desks and instruments."""
    first = cage.sell("p-1", 700_000, "desk-1")
    second = cage.sell("p-1", cheque(700_000), "desk-2")
    third = cage.sell("p-1", 700_000, "desk-3")

    assert (SOLD, SOLD, WAITS) == (what(first), what(second), what(third))
    assert ("M46.4", 2_100_000) == (
        last(third).provision,
        last(third).exchange.session_total_minor.numerator,
    )


@pytest.mark.obligation("M46.4")
def test_the_aggregate_may_reach_the_limit(cage):
    """1,999.990 and 0.010 are 2,000.000 together, which is not over it; one mil more is."""
    assert what(cage.sell("p-1", 1_999_990)) == SOLD
    assert what(cage.sell("p-1", 10)) == SOLD
    assert what(cage.sell("p-1", 1)) == WAITS


@pytest.mark.obligation("M46.4")
def test_one_of_exactly_the_limit_counts_in_the_aggregate(cage):
    """2,000.000 needs no document, and fifty more do."""
    cage.sell("p-1", LIMIT)

    assert what(cage.sell("p-1", 50_000)) == WAITS


@pytest.mark.obligation("M46.4")
def test_like_counts_with_like(cage):
    """Purchases and cash-outs have each their own total."""
    cage.sell("p-1", 1_500_000)

    assert what(cage.redeem("p-1", 1_500_000)) == ["ChipsRedeemed"]
    assert what(cage.sell("p-1", 500_000)) == SOLD
    assert what(cage.redeem("p-1", 500_001)) == WAITS


@pytest.mark.obligation("M46.4")
def test_each_person_counts_alone(cage):
    """Two persons who are not known to be one have two totals."""
    cage.sell("p-1", 1_500_000)

    assert what(cage.sell("p-2", 1_500_000)) == SOLD


@pytest.mark.obligation("M46.4")
def test_once_identified_the_session_goes_on_until_a_single_one_is_over(cage):
    """After a document small exchanges pass; one over the limit alone needs it produced again."""
    cage.sell("p-1", LIMIT)
    cage.sell("p-1", 50_000, document="doc-1")

    assert what(cage.sell("p-1", LIMIT)) == SOLD
    assert what(cage.sell("p-1", LIMIT + 1)) == WAITS
    assert what(cage.redeem("p-1", LIMIT + 1)) == WAITS


@pytest.mark.obligation("M46.4")
def test_a_document_for_purchases_does_not_cover_cash_outs(cage):
    """Identified at a purchase, the person is identified again at the cash-outs that cross."""
    cage.sell("p-1", 100_000, document="doc-1")
    cage.redeem("p-1", LIMIT)

    assert what(cage.redeem("p-1", 1)) == WAITS


def test_a_document_produced_without_need_is_recorded_and_covers_the_direction(cage):
    """It names no provision, and what crosses later in the session passes."""
    sold = cage.sell("p-1", 100_000, document="doc-1")

    assert "" == sold.facts[1].event.provision
    assert what(cage.sell("p-1", LIMIT)) == SOLD


@pytest.mark.obligation("M46.1")
@pytest.mark.parametrize(("amount_minor", "flagged"), [(LIMIT, []), (LIMIT + 1, ["M46.1"])])
def test_after_the_fact_a_missed_document_is_an_exception(cage, amount_minor, flagged):
    """What an offline desk sold over the limit is recorded whole, and flagged."""
    told = cage.sell("p-1", amount_minor, after=True)

    assert what(told) == SOLD
    assert [("identification_missed", provision) for provision in flagged] == flags(told)


@pytest.mark.obligation("M46.2")
@pytest.mark.obligation("M46.4")
def test_after_the_fact_the_crossing_is_found_among_what_was_known(cage):
    """Sent on late, an exchange that crosses with those of other desks is the one flagged."""
    cage.redeem("p-1", 1_500_000, "desk-2")
    told = cage.redeem("p-1", 1_500_000, after=True)
    again = cage.redeem("p-2", LIMIT + 1, after=True)

    assert [("identification_missed", "M46.4"), ("unexplained_chips", "M46.3")] == flags(told)
    assert ("identification_missed", "M46.2") in flags(again)
    assert what(cage.redeem("p-1", 1)) == WAITS


def test_after_the_fact_with_its_document_nothing_was_missed(cage):
    """An offline desk that asked for the document is not flagged."""
    told = cage.sell("p-1", LIMIT + 1, document="doc-1", after=True)

    assert (SOLD, []) == (what(told), flags(told))


@pytest.mark.obligation("M46.1")
def test_foreign_money_is_compared_before_rounding(cage):
    """GBP 3,125.01 at 0.64 is 2,000.0064: over the limit, though the chips come to 2,000.006."""
    cage.set_rate("GBP", (16, 25))

    assert what(cage.sell("p-1", foreign("GBP", 312_500))) == SOLD
    waiting = cage.sell("p-2", foreign("GBP", 312_501))
    assert what(waiting) == WAITS
    exchange = last(waiting).exchange
    assert (10_000_032, 5, 2_000_006) == (
        exchange.exact_minor.numerator,
        exchange.exact_minor.denominator,
        exchange.chips_minor,
    )


@pytest.mark.obligation("M46.4")
def test_fractions_of_a_mil_add_up_to_the_crossing(cage):
    """Two amounts each rounded down to half the limit are together over it by their fractions."""
    cage.set_rate("GBP", (10_000_001, 10_000_000))
    first = cage.sell("p-1", foreign("GBP", 100_000))

    assert (SOLD, 1_000_000) == (what(first), last(first).exchange.chips_minor)
    assert what(cage.sell("p-1", 1_000_000)) == WAITS


@pytest.mark.obligation("M46.4")
def test_two_desks_at_the_same_moment_can_not_both_slip_under():
    """Whichever of two desks comes first, the other's exchange of the same instant waits."""
    at_once = [("desk-1", 1_100_000), ("desk-2", 1_000_000)]
    for order in (at_once, at_once[::-1]):
        floor = PaperCage()
        outcomes = [what(floor.sell("p-1", minor, desk)) for desk, minor in order]

        assert [SOLD, WAITS] == outcomes


def test_so_many_exchanges_wait_for_one_person_and_no_more(cage):
    """The seventeenth is refused until one of the sixteen is completed or abandoned."""
    waiting = [cage.sell("p-1", LIMIT + 1) for _ in range(16)]
    with pytest.raises(Refused) as refused:
        cage.sell("p-1", LIMIT + 1)

    assert refused.value.reason is CashierRefusal.TOO_MANY_WAITING
    cage.abandon("p-1", waiting[0])
    assert what(cage.sell("p-1", LIMIT + 1)) == WAITS
