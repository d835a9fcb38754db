"""The trial balance: zero at every sequence and as of any day (M41)."""

import pytest
from countroom.audit.v1.balance_questions_pb2 import GetTrialBalance
from countroom.ledger.v1.event_pb2 import BookSequence

from tests.integration.audit.asker import Asker
from tests.integration.audit.conftest import filled_warehouse
from tests.integration.audit.pages import CASINO


def balance(asker, **given):
    return asker.ask("GetTrialBalance", GetTrialBalance(casino_id=CASINO, **given))


def at(sequence):
    return [BookSequence(book=f"{CASINO}/cashier", sequence=sequence)]


@pytest.mark.obligation("M41")
def test_the_trial_balance_is_zero_at_every_sequence(asker):
    """Whatever sequence is asked at, each currency sums to zero and the balances to their parts."""
    for sequence in range(1, 25):
        answer = balance(asker, as_known_at=at(sequence))

        assert answer.is_zero
        assert {t.total_minor for t in answer.totals} == {0}
        for line in answer.balances:
            assert line.balance_minor == line.gained_minor - line.given_minor


def test_balances_are_those_that_the_writer_holds(asker, evening):
    """Postings sent twice are counted once: each account is what the book's memory says."""
    held = evening[0].cashier.memory.balances
    found = {(b.account, b.currency): b.balance_minor for b in balance(asker).balances}

    assert found == held
    assert {"MTL", "GBP"} <= {currency for _, currency in found}


def test_a_gaming_day_cuts_off_what_came_after(asker):
    """Through the day before there is nothing, through the day itself everything."""
    assert not balance(asker, through_gaming_day="1998-06-29").balances
    assert balance(asker, through_gaming_day="1998-06-30").balances == balance(asker).balances
    assert not balance(asker, through_accounting_day="1998-06-29").balances


def test_one_services_book_can_be_asked_for_alone(asker):
    """The compliance book moves no money, so its balance is empty and zero."""
    assert balance(asker, service="cashier").balances == balance(asker).balances
    assert balance(asker, service="compliance").is_zero
    assert not balance(asker, service="compliance").balances


def test_rows_that_do_not_sum_to_zero_are_said_to(clickhouse, evening):
    """A posting that was made up shows in its book and currency, with the difference."""
    warehouse = filled_warehouse(clickhouse, "audit_lopsided", evening[0], times=1)
    columns = ("book", "sequence", "place", "account", "currency", "amount_minor")
    line = [(f"{CASINO}/cashier", 5, 9, "vault_cash", "MTL", 250)]
    warehouse.insert("posting", columns, list(zip(*line, strict=True)))
    asking = Asker(warehouse, evening[0])
    answer = balance(asking)
    asking.close()
    warehouse.close()

    assert not answer.is_zero
    assert {(t.currency, t.total_minor) for t in answer.totals} == {("MTL", 250), ("GBP", 0)}
