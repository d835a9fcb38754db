"""alert: one row an alert, as the compliance book recorded it."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from countroom.compliance.v1.watch_pb2 import Alert

from services.streams.projections.reading import Entry, day


class AlertRow(NamedTuple):
    """A row of alert, column for column; moments in microseconds since 1970 UTC."""

    book: str
    casino_id: str
    sequence: int
    event_id: str
    alert_id: str
    rule: str
    rule_version: int
    subject: str
    window: str
    crossing: int
    obligation: str
    text: str
    evidence_books: Sequence[str]
    evidence_sequences: Sequence[int]
    gaming_day: date
    occurred_at: int
    recorded_at: int


def alert_row(casino_id: str, entry: Entry, alert: Alert) -> AlertRow:
    """Return the row of an alert that was raised."""
    return AlertRow(
        book=entry.event.book,
        casino_id=casino_id,
        sequence=entry.sequence,
        event_id=entry.event.event_id,
        alert_id=alert.alert_id,
        rule=alert.rule,
        rule_version=alert.rule_version,
        subject=alert.subject,
        window=alert.window,
        crossing=alert.crossing,
        obligation=alert.obligation,
        text=alert.text,
        evidence_books=[evidence.book for evidence in alert.evidence],
        evidence_sequences=[evidence.sequence for evidence in alert.evidence],
        gaming_day=day(alert.gaming_day) if alert.gaming_day else entry.gaming_day,
        occurred_at=entry.occurred_us,
        recorded_at=entry.recorded_us,
    )
