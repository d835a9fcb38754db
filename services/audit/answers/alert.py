"""Alerts: what the watches found and the compliance book recorded."""

from typing import Final

from countroom.audit.v1.alert_questions_pb2 import AlertLine, AlertList, ListAlerts
from countroom.compliance.v1.watch_pb2 import Alert

from services.audit.answers.fields import at, moment
from services.audit.reading import Reading, Row, gaming_days

LIST_KEY: Final = {"book": str, "sequence": int}
_TEXTS: Final = ("alert_id", "rule", "subject", "window", "obligation", "text")


def list_alerts(reading: Reading, question: ListAlerts) -> tuple[AlertList, tuple[str, ...]]:
    """Answer ListAlerts."""
    page = reading.page(
        "alert",
        tuple(LIST_KEY),
        rule=question.rule,
        subject=question.subject,
        obligation=question.obligation,
        **gaming_days(question),
    )
    return AlertList(alerts=[_line(row) for row in page.rows]), page.next_after


def _line(row: Row) -> AlertLine:
    evidence = zip(row["evidence_books"], row["evidence_sequences"], strict=True)
    alert = Alert(
        rule_version=row["rule_version"],
        crossing=row["crossing"],
        evidence=[at(book, sequence) for book, sequence in evidence],
        gaming_day=row["gaming_day_text"],
        **{name: row[name] for name in _TEXTS},
    )
    return AlertLine(
        alert=alert,
        event=at(row["book"], row["sequence"]),
        event_id=row["event_id"],
        recorded_at=moment(row["recorded_us"]),
    )
