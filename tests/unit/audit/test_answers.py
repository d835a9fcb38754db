"""Answers made from rows: exact, complete, and never cut short in silence."""

import pytest
from countroom.audit.v1.balance_questions_pb2 import GetTrialBalance
from countroom.audit.v1.exchange_questions_pb2 import ListExchanges, SumExchanges
from countroom.audit.v1.patron_session_questions_pb2 import ListPatronSessions
from countroom.cashier.v1.exchange_pb2 import Direction

from services.audit.answers.exchange import MOST_GROUPS, list_exchanges, sum_exchanges
from services.audit.answers.patron_session import list_patron_sessions
from services.audit.answers.posting import get_trial_balance
from services.audit.reading import FIRST_DAY, LAST_DAY
from services.chassis.answers import Answered
from tests.unit.audit.paper_rows import CASINO, PaperRows, reading

BALANCE = {"book": "st-julians/cashier", "account": "vault_cash", "currency": "MTL"}
SESSION = {
    "person": "p-1",
    "patron_session_id": "1998-06-30/1",
    "currency": "MTL",
    "purchase_count": 3,
    "purchases": ([3, 1], [2, 1_999_999]),
    "purchases_decided": (6_000_001, 3),
    "cash_out_count": 0,
    "cash_outs": ([], []),
    "cash_outs_decided": (0, 0),
    "purchases_identified": 0,
    "cash_outs_identified": 1,
    "is_recomputed": False,
    "linked_persons": [],
    "totals_differ": False,
    "counted_purchases_numerator": 0,
    "counted_purchases_denominator": 0,
    "counted_cash_outs_numerator": 0,
    "counted_cash_outs_denominator": 0,
    "patron_session_count": 1,
}


def group(**changes):
    return {
        "calendar_month": 199806,
        "gaming_day": "",
        "direction_key": "purchase",
        "instrument_key": "",
        "desk_key": "",
        "status_key": "",
        "reference_keys": [],
        "exchange_count": 1,
        "chips_total_minor": 5,
        "number_counts": [],
        "totals": [],
        "not_number_counts": [],
    } | changes


def moved(amount, **changes):
    sums = {"gained_minor": max(amount, 0), "given_minor": max(-amount, 0), "posting_count": 1}
    return BALANCE | sums | {"balance_minor": amount} | changes


def test_a_session_total_keeps_its_fraction():
    """1,999.999 and two thirds of a mil are not over 2,000.000; what the desk decided on is."""
    rows = PaperRows(patron_session=[SESSION])
    answer, _ = list_patron_sessions(reading(rows), ListPatronSessions(casino_id=CASINO))
    bought = answer.patron_sessions[0].purchases

    assert (bought.exact_minor.numerator, bought.exact_minor.denominator) == (5_999_999, 3)
    assert bought.over_limit  # by 6,000,001 thirds
    assert not bought.HasField("recomputed_minor")
    assert answer.patron_sessions[0].cash_outs.identified


def test_a_session_question_without_amount_takes_the_casinos_limit():
    """The terms say 2,000.000."""
    rows = PaperRows()
    question = ListPatronSessions(casino_id=CASINO, direction=Direction.DIRECTION_PURCHASE)
    list_patron_sessions(reading(rows), question)
    _, given = rows.asked[-1]

    assert (given["has_over"], given["over_minor"]) == (True, 2_000_000)
    assert (given["cashier_sequence"], given["compliance_sequence"]) == (24, 2)


def test_a_trial_balance_sums_each_book_and_currency_by_itself():
    """One currency out of balance makes the whole not zero, and is the one that shows it."""
    rows = PaperRows(posting=[moved(100), moved(-99, account="x"), moved(7, currency="GBP")])
    answer, _ = get_trial_balance(reading(rows), GetTrialBalance(casino_id=CASINO))

    assert not answer.is_zero
    assert {(t.currency, t.total_minor) for t in answer.totals} == {("MTL", 1), ("GBP", 7)}


def test_a_total_beyond_an_answer_is_refused_and_not_wrapped():
    """2^63 does not become a negative number."""
    rows = PaperRows(posting=[moved(2**63)])
    with pytest.raises(Answered, match="larger than an answer can carry"):
        get_trial_balance(reading(rows), GetTrialBalance(casino_id=CASINO))


def test_too_many_groups_are_refused_and_not_cut_short():
    """A sum over some of the groups would be read as a sum over all."""
    rows = PaperRows(exchange_sums=[group()] * (MOST_GROUPS + 1))
    with pytest.raises(Answered, match=f"more than {MOST_GROUPS} groups"):
        sum_exchanges(reading(rows), SumExchanges(casino_id=CASINO))


def test_months_and_keys_are_written_out():
    """199806 is 1998-06; what is not grouped by is empty."""
    rows = PaperRows(exchange_sums=[group(), group(calendar_month=0, direction_key="")])
    answer, _ = sum_exchanges(reading(rows), SumExchanges(casino_id=CASINO))

    assert [g.calendar_month for g in answer.groups] == ["1998-06", ""]
    assert [g.direction for g in answer.groups] == [Direction.DIRECTION_PURCHASE, 0]
    assert {g.currency for g in answer.groups} == {"MTL"}


def test_what_a_question_leaves_out_leaves_nothing_out():
    """Without days and moments the bounds are those of time itself."""
    rows = PaperRows()
    list_exchanges(reading(rows), ListExchanges(casino_id=CASINO))
    _, given = rows.asked[-1]

    assert (given["gaming_day_from"], given["gaming_day_through"]) == (FIRST_DAY, LAST_DAY)
    assert (given["occurred_from"], given["occurred_before"]) == (0, 1 << 62)
    assert given["books"] == ["st-julians/cashier", "st-julians/compliance"]
    assert given["row_limit"] == 101
