-- One row for each state of an exchange, written once and never changed: `sequence` is the event
-- that brought the state about. How an exchange stood at a sequence S is its newest row with
-- sequence <= S, how it stands now its newest row:
--     FROM exchange FINAL WHERE sequence <= S ORDER BY sequence DESC LIMIT 1 BY book, exchange_id
CREATE TABLE IF NOT EXISTS exchange
(
    book LowCardinality(String),
    casino_id LowCardinality(String),
    exchange_id String,
    sequence UInt64,
    status LowCardinality(String),          -- 'pending', 'completed', 'abandoned' or 'reversed'
    person String,
    desk_id LowCardinality(String),
    direction LowCardinality(String),       -- 'purchase' or 'cash_out'
    instrument LowCardinality(String),      -- 'cash', 'foreign_cash', 'cheque'
    currency LowCardinality(String),        -- of amount_minor
    amount_minor Int64,                     -- money handed over: paid by the patron, or paid out
    chips_currency LowCardinality(String),  -- the casino's own
    chips_minor Int64,
    exact_numerator Int64,                  -- exact worth in the casino's minor units:
    exact_denominator Int64,                -- numerator over denominator
    rate_numerator Int64,                   -- of foreign money; 0 over 1 where there is none
    rate_denominator Int64,
    patron_session_id String,
    session_total_numerator Int64,          -- of the session in this direction, as the desk decided
    session_total_denominator Int64,
    winnings_to_show_minor Nullable(Int64),
    receipt_number UInt64,                  -- 0 while pending
    references Map(LowCardinality(String), String),
    employee_id LowCardinality(String),     -- who acted at this state
    requested_at DateTime64(6, 'UTC'),      -- when it was first asked for or told of
    requested_gaming_day Date,
    occurred_at DateTime64(6, 'UTC'),       -- when this state came about
    recorded_at DateTime64(6, 'UTC'),
    gaming_day Date,
    accounting_day Date,
    first_sequence UInt64,                  -- event that began it
    completed_sequence UInt64,              -- event that moved the value; 0 where none has
    INDEX person person TYPE bloom_filter GRANULARITY 1,
    INDEX requested_at requested_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
ORDER BY (book, exchange_id, sequence);
