-- One row a crossing that a watch found, before and after it is an alert: the row is written again
-- as what the watch holds back is counted, the greater sequence wins, so read with FINAL. A finding
-- without a row of its alert_id in alert has yet to be handed in.
CREATE TABLE IF NOT EXISTS finding
(
    book LowCardinality(String),            -- that the watch reads
    casino_id LowCardinality(String),
    alert_id String,
    rule LowCardinality(String),
    rule_version UInt32,
    subject String,
    direction LowCardinality(String),
    window String,
    crossing UInt32,
    obligation LowCardinality(String),
    text String,
    evidence_sequences Array(UInt64),       -- in the book
    gaming_day Date,
    occurred_at DateTime64(6, 'UTC'),       -- of the event that crossed
    crossed_sequence UInt64,
    still_over Bool,                        -- nothing fires until the measure has gone back under
    suppressed_count UInt32,                -- events since, while it stayed over
    suppressed_sequences Array(UInt64),
    last_sequence UInt64
)
ENGINE = ReplacingMergeTree(last_sequence)
ORDER BY (book, alert_id);
