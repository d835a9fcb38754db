-- One row a posting: one line of double entry of one event, written once and never changed.
CREATE TABLE IF NOT EXISTS posting
(
    book LowCardinality(String),
    sequence UInt64,
    place UInt16,                           -- in the event, from 1
    account LowCardinality(String),
    currency LowCardinality(String),
    amount_minor Int64,                     -- what the account gained; negative for what it gave
    gaming_day Date,
    accounting_day Date,
    occurred_at DateTime64(6, 'UTC'),
    recorded_at DateTime64(6, 'UTC'),
    event_type LowCardinality(String)
)
ENGINE = ReplacingMergeTree
ORDER BY (book, sequence, place);
