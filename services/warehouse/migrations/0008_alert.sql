-- One row an alert as the compliance book recorded it, written once and never changed.
CREATE TABLE IF NOT EXISTS alert
(
    book LowCardinality(String),
    casino_id LowCardinality(String),
    sequence UInt64,
    event_id String,
    alert_id String,
    rule LowCardinality(String),
    rule_version UInt32,
    subject String,                         -- e.g. 'person/p-0042'
    window String,
    crossing UInt32,
    obligation LowCardinality(String),
    text String,
    evidence_books Array(LowCardinality(String)),
    evidence_sequences Array(UInt64),
    gaming_day Date,                        -- of the newest evidence
    occurred_at DateTime64(6, 'UTC'),
    recorded_at DateTime64(6, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY (book, sequence);
