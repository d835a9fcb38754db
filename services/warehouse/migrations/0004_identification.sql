-- One row for each state of an identification that fell due, was recorded or was missed, one
-- identification an exchange; read as exchange is. A person's particulars are not here: they are
-- sealed in the event.
CREATE TABLE IF NOT EXISTS identification
(
    book LowCardinality(String),
    casino_id LowCardinality(String),
    exchange_id String,
    sequence UInt64,
    status LowCardinality(String),          -- 'due', 'met', 'abandoned' or 'missed'
    provision LowCardinality(String),       -- e.g. 'M46.4'; '' for a document produced without need
    limit_minor Int64,                      -- the casino's limit
    person String,
    desk_id LowCardinality(String),
    employee_id LowCardinality(String),     -- before whom this state came about
    direction LowCardinality(String),
    instrument LowCardinality(String),
    currency LowCardinality(String),        -- the casino's own
    exact_numerator Int64,                  -- worth of the exchange; 0 over 1 until it is known
    exact_denominator Int64,
    patron_session_id String,
    session_total_numerator Int64,          -- with this exchange, as the desk decided
    session_total_denominator Int64,
    document_type LowCardinality(String),   -- '' where none was produced
    requested_at DateTime64(6, 'UTC'),      -- when it fell due, was met at once or missed
    requested_gaming_day Date,
    occurred_at DateTime64(6, 'UTC'),       -- when this state came about
    recorded_at DateTime64(6, 'UTC'),
    gaming_day Date,
    accounting_day Date,
    first_sequence UInt64,
    document_sequence UInt64,               -- event that holds the sealed particulars; 0 without
    INDEX person person TYPE bloom_filter GRANULARITY 1
)
ENGINE = ReplacingMergeTree
ORDER BY (book, exchange_id, sequence);
