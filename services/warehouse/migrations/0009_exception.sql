-- One row an exception: what was recorded and someone has to look into and clear; written once and
-- never changed.
CREATE TABLE IF NOT EXISTS exception
(
    book LowCardinality(String),
    casino_id LowCardinality(String),
    service LowCardinality(String),
    sequence UInt64,
    place UInt16,                           -- in the event, from 1
    event_id String,
    event_type LowCardinality(String),
    stream String,
    reason LowCardinality(String),
    obligation LowCardinality(String),
    text String,
    person String,
    desk_id LowCardinality(String),
    employee_id LowCardinality(String),
    occurred_at DateTime64(6, 'UTC'),
    recorded_at DateTime64(6, 'UTC'),
    gaming_day Date,
    accounting_day Date
)
ENGINE = ReplacingMergeTree
ORDER BY (book, sequence, place);
