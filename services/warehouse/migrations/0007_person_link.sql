-- One row each time two tokens were found to be one person: both produced the same document. Both
-- the cashier's and the compliance book find it, each in its own words.
CREATE TABLE IF NOT EXISTS person_link
(
    book LowCardinality(String),
    casino_id LowCardinality(String),
    sequence UInt64,
    person String,
    linked_person String,
    gaming_day Date,
    occurred_at DateTime64(6, 'UTC'),
    recorded_at DateTime64(6, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY (book, sequence);
