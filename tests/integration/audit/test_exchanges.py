"""Exchanges: listed by their properties, and counted and summed exactly."""

from countroom.audit.v1 import exchange_questions_pb2 as q
from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.cashier.v1.exchange_pb2 import Direction, Reference
from countroom.ledger.v1.event_pb2 import BookSequence

from tests.integration.audit.pages import CASINO

PENDING = ExchangeStatus.EXCHANGE_STATUS_PENDING
COMPLETED = ExchangeStatus.EXCHANGE_STATUS_COMPLETED
ABANDONED = ExchangeStatus.EXCHANGE_STATUS_ABANDONED
REVERSED = ExchangeStatus.EXCHANGE_STATUS_REVERSED
PURCHASE, CASH_OUT = Direction.DIRECTION_PURCHASE, Direction.DIRECTION_CASH_OUT


def listed(asker, **given):
    answer = asker.ask("ListExchanges", q.ListExchanges(casino_id=CASINO, **given))
    return list(answer.exchanges)


def known_at(sequence):
    return [BookSequence(book=f"{CASINO}/cashier", sequence=sequence)]


def test_each_exchange_is_listed_once_as_it_stands(asker, receipts):
    """Rows that were written twice and never merged are one exchange, in its newest state."""
    names = ["under", "crossing", "alone", "missed", "foreign", "waiting", "redeemed", "undone"]
    states = [COMPLETED, COMPLETED, ABANDONED, COMPLETED, COMPLETED, PENDING, COMPLETED, REVERSED]

    found = {e.exchange_id: e.status for e in listed(asker)}

    assert found == {receipts[n].command_id: s for n, s in zip(names, states, strict=True)}


def test_the_warehouse_does_hold_every_row_twice(warehouse):
    """Merges are stopped, so that the other tests see repeats as a real cluster would show them."""
    ((rows, exchanges),) = warehouse.rows(
        "SELECT count(), uniq(exchange_id, sequence) FROM exchange"
    )

    assert rows == 2 * exchanges


def test_an_earlier_vector_shows_exchanges_as_they_stood_then(asker, receipts):
    """What waits at sequence 9 is pending there, and what comes later is not there."""
    pending = listed(asker, as_known_at=known_at(9), status=PENDING)
    done = listed(asker, as_known_at=known_at(22), status=REVERSED)

    assert [e.exchange_id for e in pending] == [receipts["crossing"].command_id]
    assert pending[0].receipt_number == 0
    assert done == []
    assert len(listed(asker, as_known_at=known_at(22), status=COMPLETED)) == 6


def test_exchanges_are_found_by_any_of_their_properties(asker, receipts):
    """Each filter leaves those that have the property, and filters add up."""
    by_reference = [Reference(name="game", value="BJ")]

    assert {e.person for e in listed(asker, person="p-4")} == {"p-4"}
    assert [e.instrument for e in listed(asker, instrument="foreign_cash")] == ["foreign_cash"]
    assert [e.direction for e in listed(asker, direction=CASH_OUT)] == [CASH_OUT]
    assert [e.desk_id for e in listed(asker, desk_id="desk-2")] == ["desk-2"]
    assert len(listed(asker, references=by_reference)) == 3
    assert len(listed(asker, references=by_reference, direction=PURCHASE)) == 2
    assert listed(asker, gaming_day_from="1998-07-01") == []


def test_above_is_strictly_more_before_rounding(asker):
    """An exchange of one mil over 2,000.000 is above it, one of 1,500.000 is not."""
    assert {e.person for e in listed(asker, above_minor=2_000_000)} == {"p-2", "p-3", "p-5"}
    assert {e.person for e in listed(asker, above_minor=2_000_001)} == {"p-2", "p-3"}


def test_foreign_money_keeps_its_own_amount_and_its_exact_worth(asker):
    """100.01 pounds at 16/25 are that many pounds, and 64.0064 lira, beyond the mil."""
    (foreign,) = listed(asker, instrument="foreign_cash")

    assert (foreign.paid.currency, foreign.paid.amount_minor) == ("GBP", 10_001)
    assert (foreign.exact_minor.numerator, foreign.exact_minor.denominator) == (320_032, 5)
    assert foreign.chips_minor == 64_006
    assert foreign.currency == "MTL"


def test_pages_follow_one_another_without_gap_or_repeat(asker):
    """Three at a time are the same as all at once, each page at the first one's vector."""
    question = q.ListExchanges(casino_id=CASINO, page_size=3)
    found, vectors = [], []
    while True:
        answer = asker.ask("ListExchanges", question)
        found += answer.exchanges
        vectors.append(list(answer.as_known_at))
        if not answer.next_cursor:
            break
        question.cursor = answer.next_cursor

    assert found == listed(asker)
    assert len(vectors) == 3
    assert vectors[0] == vectors[1] == vectors[2]


def summed(asker, **given):
    return asker.ask("SumExchanges", q.SumExchanges(casino_id=CASINO, **given)).groups


def test_sums_are_by_the_month_of_the_casinos_wall_clock(asker):
    """Half past midnight of 1 July is July's, though its gaming day is 30 June's."""
    groups = summed(
        asker,
        group_by=[
            q.ExchangeGrouping.EXCHANGE_GROUPING_CALENDAR_MONTH,
            q.ExchangeGrouping.EXCHANGE_GROUPING_DIRECTION,
        ],
        status=COMPLETED,
    )

    assert [(g.calendar_month, g.direction, g.exchange_count, g.chips_minor) for g in groups] == [
        ("1998-06", PURCHASE, 4, 1_500_000 + 600_000 + 2_100_000 + 64_006),
        ("1998-07", CASH_OUT, 1, 300_000),
    ]


def test_references_are_summed_as_exact_decimals_and_grouped_by(asker):
    """-12.50 and 7 are -5.5; what is no number is counted apart and never guessed at."""
    groups = summed(
        asker, group_by_references=["game"], sum_references=["player_lost", "note", "nothing"]
    )
    by_game = {g.references[0].value: g for g in groups}
    lost, note, nothing = by_game["BJ"].reference_sums

    assert set(by_game) == {"", "AR", "BJ"}
    assert (lost.number_count, lost.total, lost.not_number_count) == (2, "-5.5", 1)
    assert (note.number_count, note.total, note.not_number_count) == (0, "0", 1)
    assert (nothing.number_count, nothing.total, nothing.not_number_count) == (0, "0", 0)


def test_groups_by_everything_add_up_to_the_one_group(asker):
    """Grouping loses and doubles nothing."""
    keys = [n for n in q.ExchangeGrouping.values() if n]
    (whole,) = summed(asker)
    groups = summed(asker, group_by=keys)

    assert whole.exchange_count == sum(g.exchange_count for g in groups) == 8
    assert whole.chips_minor == sum(g.chips_minor for g in groups)
    assert {g.gaming_day for g in groups} == {"1998-06-30"}
    assert {g.desk_id for g in groups} == {"desk-1", "desk-2"}
