"""finding: one row for each state of a crossing that a watch found."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from countroom.compliance.v1.watch_pb2 import Alert
from countroom.ledger.v1.event_pb2 import BookSequence


class FindingRow(NamedTuple):
    """A row of finding, column for column; moments in microseconds since 1970 UTC."""

    book: str
    casino_id: str
    alert_id: str
    sequence: int
    rule: str
    rule_version: int
    subject: str
    direction: str
    window: str
    crossing: int
    obligation: str
    text: str
    evidence_sequences: Sequence[int]
    gaming_day: date
    occurred_at: int
    crossed_sequence: int
    still_over: bool
    suppressed_count: int
    suppressed_sequences: Sequence[int]

    def holding_back(self, sequence: int) -> "FindingRow":
        """Return the finding after one more event that fires nothing."""
        return self._replace(
            suppressed_count=self.suppressed_count + 1,
            suppressed_sequences=(*self.suppressed_sequences, sequence),
            sequence=sequence,
        )

    def gone_back(self, sequence: int) -> "FindingRow":
        """Return the finding after the measure went back under the threshold."""
        return self._replace(still_over=False, sequence=sequence)


def alert_id(*named: object) -> str:
    """Return the id of what these words name, as hex: the same finding, the same id."""
    return sha256("\n".join(str(word) for word in named).encode()).hexdigest()


def alert_of(finding: FindingRow) -> Alert:
    """Return the alert that a finding is handed in as; it never changes once it was found."""
    return Alert(
        alert_id=finding.alert_id,
        rule=finding.rule,
        rule_version=finding.rule_version,
        subject=finding.subject,
        window=finding.window,
        crossing=finding.crossing,
        obligation=finding.obligation,
        text=finding.text,
        evidence=[
            BookSequence(book=finding.book, sequence=sequence)
            for sequence in finding.evidence_sequences
        ],
        gaming_day=finding.gaming_day.isoformat(),
    )
