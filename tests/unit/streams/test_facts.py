"""Every event of every book is known to the streams by its class."""

from typing import get_args

import pytest

from services.streams.projections.facts import PAYLOADS, AnyFact
from services.streams.projections.subject import SUBJECTS


@pytest.mark.parametrize("service", PAYLOADS)
def test_each_case_of_a_oneof_is_in_the_type_that_the_folds_answer_for(service):
    """A new event fails here and in the type check until each fold has answered for it."""
    assert set(PAYLOADS[service].numbers) <= set(get_args(AnyFact))


@pytest.mark.parametrize(
    ("service", "kind"),
    [(service, kind) for service, payload in PAYLOADS.items() for kind in payload.numbers],
)
def test_each_event_says_whom_it_is_about(service, kind):
    """An event about nobody says so; none is left out."""
    assert SUBJECTS[service](kind()) == ("", "", "")
