"""Alerts and exceptions: what was found, and what someone has to clear."""

from countroom.audit.v1.alert_questions_pb2 import ListAlerts
from countroom.audit.v1.exception_questions_pb2 import ListExceptions

from tests.integration.audit.pages import CASINO


def test_an_alert_tells_its_sentence_and_its_evidence(asker):
    """The alert is listed once, with the event that raised it and those it rests on."""
    (found,) = asker.ask("ListAlerts", ListAlerts(casino_id=CASINO)).alerts

    assert found.alert.rule == "structuring_gaming_day"
    assert found.alert.subject == "person/p-1"
    assert "2,100.000" in found.alert.text
    assert [(e.book, e.sequence) for e in found.alert.evidence] == [(f"{CASINO}/cashier", 5)]
    assert (found.event.book, found.event.sequence) == (f"{CASINO}/compliance", 2)


def test_alerts_are_found_by_rule_subject_and_day(asker):
    """Each filter leaves what has the property."""

    def count(**given):
        return len(asker.ask("ListAlerts", ListAlerts(casino_id=CASINO, **given)).alerts)

    assert count(rule="structuring_gaming_day", obligation="M46.4") == 1
    assert count(rule="minimal_play") == 0
    assert count(subject="person/p-2") == 0
    assert count(gaming_day_from="1998-07-01") == 0


def test_an_exception_names_its_obligation_and_its_event(asker, receipts):
    """The exchange that was made unidentified stands with its reason and its sentence."""
    answer = asker.ask("ListExceptions", ListExceptions(casino_id=CASINO))
    (found,) = answer.exceptions

    assert (found.note.reason, found.note.obligation) == ("identification_missed", "M46.1")
    assert found.note.text
    assert found.event.sequence == receipts["missed"].first_sequence
    assert found.event_id == f"{receipts['missed'].command_id}-1"
    assert (found.gaming_day, found.employee_id) == ("1998-06-30", "cashier-1")


def test_exceptions_are_found_by_reason_and_service(asker):
    """Another reason or another book has none."""

    def count(**given):
        question = ListExceptions(casino_id=CASINO, **given)
        return len(asker.ask("ListExceptions", question).exceptions)

    assert count(reason="identification_missed", service="cashier") == 1
    assert count(reason="house_stale") == 0
    assert count(service="compliance") == 0
