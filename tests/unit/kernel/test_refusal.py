"""The same rule refuses what is asked and flags what is told."""

import pytest

from services.cashier.domain.refusals import CashierRefusal
from services.kernel.refusal import Refused, refuse_or_flag
from tests.given import PaperHouse

TEXT = "Desk desk-1 is not open."


def test_what_has_not_happened_is_refused_with_its_figures():
    """A refusal carries code, sentence and figures as text."""
    with pytest.raises(Refused) as refused:
        refuse_or_flag(PaperHouse(), CashierRefusal.DESK_NOT_OPEN, "S5", TEXT, amount_minor=7)

    assert ("desk_not_open", TEXT) == (refused.value.reason, refused.value.text)
    assert {"amount_minor": "7"} == refused.value.facts


def test_what_has_happened_is_an_exception_under_the_same_code():
    """Of a fact an exception is returned to be recorded with it."""
    house = PaperHouse(is_after=True)

    note = refuse_or_flag(house, CashierRefusal.DESK_NOT_OPEN, "S5", TEXT)

    assert ("desk_not_open", "S5", TEXT) == (note.reason, note.obligation, note.text)
