"""An exchange from its first word to its end, a row for each state."""

import pytest

from services.streams.projections.exchange import ExchangeMissing
from tests.pages_of import CASH_OUT, PaperCasino
from tests.paper_warehouse import PaperStreams


@pytest.fixture
def casino():
    opened = PaperCasino()
    opened.register()
    opened.compliance.page()
    return opened


def states(casino, table="exchange"):
    casino.cashier.page()
    streams = PaperStreams()
    streams.take_all(casino)
    assert not streams.partition.stopped
    return sorted(streams.warehouse.rows(table), key=lambda row: row["sequence"])


def test_a_sale_is_one_completed_row(casino):
    """Chips sold for cash: terms, references and money as the event has them."""
    exchange_id = casino.sells("p-1", 500_000, said={"table": "BJ-07"})

    (row,) = states(casino)

    assert row["exchange_id"] == exchange_id
    assert (row["status"], row["direction"], row["instrument"]) == ("completed", "purchase", "cash")
    assert (row["currency"], row["amount_minor"], row["chips_minor"]) == ("MTL", 500_000, 500_000)
    assert (row["exact_numerator"], row["exact_denominator"]) == (500_000, 1)
    assert row["references"] == {"table": "BJ-07"}
    assert (row["first_sequence"], row["completed_sequence"]) == (2, 2)


def test_a_cash_out_pays_what_the_chips_are_worth(casino):
    """Chips taken for cash: the money handed over is the chips' worth."""
    casino.redeems("p-1", 300_000)

    (row,) = states(casino)

    assert (row["direction"], row["instrument"]) == ("cash_out", "cash")
    assert row["amount_minor"] == 300_000


def test_an_exchange_that_waited_keeps_its_beginning(casino):
    """Completed in the next gaming day, it says when it was asked for and when it was made."""
    waiting = casino.asks_for_document("p-1", 2_500_000)
    casino.on("1998-07-01").completes(waiting)

    pending, completed = states(casino)

    assert (pending["status"], pending["completed_sequence"]) == ("pending", 0)
    assert (completed["status"], completed["completed_sequence"]) == ("completed", 5)
    assert completed["first_sequence"] == pending["sequence"] == 2
    assert str(completed["requested_gaming_day"]) == "1998-06-30"
    assert str(completed["gaming_day"]) == "1998-07-01"


def test_an_abandoned_exchange_moves_nothing(casino):
    """What waited and was given up was never completed."""
    casino.abandons(casino.asks_for_document("p-1", 2_500_000, CASH_OUT))

    rows = states(casino)

    assert [row["status"] for row in rows] == ["pending", "abandoned"]
    assert not any(row["completed_sequence"] for row in rows)


def test_a_reversed_exchange_keeps_its_terms(casino):
    """The reversal says which exchange, how much, and when it had been made."""
    casino.reverses(casino.sells("p-1", 500_000))

    completed, reversed_ = states(casino)

    assert reversed_["status"] == "reversed"
    assert reversed_["completed_sequence"] == completed["sequence"]
    assert reversed_["chips_minor"] == 500_000


def test_what_goes_on_with_an_unknown_exchange_stops_the_casino(casino):
    """An abandoned exchange whose beginning was never read: no row is guessed."""
    casino.exchanges["01890000-0000-7000-8000-999999999999"] = casino.exchanges[
        casino.sells("p-1", 1_000)
    ]
    casino.cashier.page()
    casino.abandons("01890000-0000-7000-8000-999999999999")
    casino.cashier.page()
    streams = PaperStreams()

    streams.take_all(casino)

    assert ExchangeMissing.__name__ in streams.partition.stopped["st-julians/cashier"].reason
    assert streams.partition.cursors["st-julians/cashier"].sequence == 2


def test_a_document_produced_at_once_is_an_identification_met(casino):
    """The register has it with the exchange's worth and the provision that asked for it."""
    casino.sells("p-1", 2_500_000, document="M46.1")

    *_, row = states(casino, "identification")

    assert (row["status"], row["provision"]) == ("met", "M46.1")
    assert (row["exact_numerator"], row["limit_minor"]) == (2_500_000, 2_000_000)
    assert row["document_type"] == "passport"
    assert row["document_sequence"] == row["first_sequence"] == 2


def test_an_identification_that_was_due_is_met_or_abandoned(casino):
    """Each state has its row, and the first says when it fell due."""
    met = casino.asks_for_document("p-1", 2_500_000)
    casino.completes(met)
    casino.abandons(casino.asks_for_document("p-2", 2_100_000))

    rows = states(casino, "identification")

    assert [(row["person"], row["status"]) for row in rows] == [
        ("p-1", "due"),
        ("p-1", "met"),
        ("p-1", "met"),
        ("p-2", "due"),
        ("p-2", "abandoned"),
    ]
    assert [row["first_sequence"] for row in rows] == [2, 2, 2, 6, 6]


def test_an_exchange_made_without_its_document_is_missed(casino):
    """Told after the fact: the exception stands on the command's first event, not on its last."""
    casino.sells("p-1", 2_500_000, missed="M46.1")

    (row,) = states(casino, "identification")

    assert (row["status"], row["provision"], row["person"]) == ("missed", "M46.1", "p-1")
    assert row["session_total_numerator"] == 2_500_000


def test_an_exchange_within_the_limit_is_no_identification(casino):
    """The register has what fell due, and nothing else."""
    casino.sells("p-1", 2_000_000)

    assert not states(casino, "identification")
