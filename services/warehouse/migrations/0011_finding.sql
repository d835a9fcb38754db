-- One row for each state of a crossing that a watch found, before and after it is an alert; read as
-- exchange is. Its states differ in what the watch has held back since. A finding without a row of its
-- alert_id in alert has yet to be handed in.
CREATE TABLE IF NOT EXISTS finding
(
    book LowCardinality(String),            -- that the watch reads
    casino_id LowCardinality(String),
    alert_id String,
    sequence UInt64,                        -- event that brought this state about
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
    suppressed_sequences Array(UInt64)
)
ENGINE = ReplacingMergeTree
ORDER BY (book, alert_id, sequence);
