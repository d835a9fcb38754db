"""The register of identifications, of any period and as it was known."""

import pytest
from countroom.audit.v1 import identification_questions_pb2 as q
from countroom.ledger.v1.event_pb2 import BookSequence

from tests.integration.audit.pages import CASINO

DUE = q.IdentificationStatus.IDENTIFICATION_STATUS_DUE
MET = q.IdentificationStatus.IDENTIFICATION_STATUS_MET
ABANDONED = q.IdentificationStatus.IDENTIFICATION_STATUS_ABANDONED
MISSED = q.IdentificationStatus.IDENTIFICATION_STATUS_MISSED


def register(asker, **given):
    return asker.ask("ListIdentifications", q.ListIdentifications(casino_id=CASINO, **given))


@pytest.mark.obligation("M47.1")
def test_the_register_tells_due_met_abandoned_and_missed(asker, receipts):
    """Each identification stands once, by person, with what became of it."""
    answer = register(asker)

    assert [(i.person, i.status, i.provision) for i in answer.identifications] == [
        ("p-1", MET, "M46.4"),
        ("p-2", ABANDONED, "M46.1"),
        ("p-3", MISSED, "M46.1"),
        ("p-5", DUE, "M46.1"),
    ]
    assert {(c.status, c.identification_count) for c in answer.counts} == {
        (DUE, 1), (MET, 1), (ABANDONED, 1), (MISSED, 1),
    }  # fmt: skip


def test_a_met_identification_names_its_document_and_both_moments(asker, receipts):
    """Kind of document, place, employee, exchange, session and amount stand in the entry."""
    (met,) = register(asker, status=MET).identifications

    assert met.document_type == "passport"
    assert (met.desk_id, met.employee_id) == ("desk-2", "cashier-1")
    assert met.exchange_id == receipts["crossing"].command_id
    assert met.settled_at.seconds - met.occurred_at.seconds == 5 * 60
    assert (met.exact_minor.numerator, met.limit_minor) == (600_000, 2_000_000)
    assert met.patron_session_id == "1998-06-30/1"


def test_what_is_met_now_was_due_then(asker):
    """At sequence 9 the identification of p-1 is due, and no other is known."""
    known = [BookSequence(book=f"{CASINO}/cashier", sequence=9)]
    answer = register(asker, as_known_at=known)

    assert [(i.person, i.status) for i in answer.identifications] == [("p-1", DUE)]


def test_counts_are_over_all_pages(asker):
    """A page of one tells how many there are in all, and the next page the same."""
    first = register(asker, page_size=1)
    second = register(asker, page_size=1, cursor=first.next_cursor)

    assert first.counts == second.counts
    assert sum(c.identification_count for c in second.counts) == 4
    assert second.identifications[0].person == "p-2"


def test_a_period_without_any_is_empty(asker):
    """No entry, and a count of none."""
    answer = register(asker, gaming_day_from="1999-01-01")

    assert not answer.identifications
    assert {c.identification_count for c in answer.counts} == {0}
