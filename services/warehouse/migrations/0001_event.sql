-- One row an event, every book's, written once and never changed: a repeat is the same row again, so
-- read with FINAL. `raw` is the event's exact bytes (a countroom.ledger.v1.Event), over which
-- leaf_hash is taken; every other column can be had from them and from the page.
-- No table here has a TTL: the accounts are kept ten years and longer (M43), the log is kept for
-- ever, and a row that went by itself would look to reconcile like a row that was lost. What must
-- become unreadable does so by its key (M47).
-- No table is partitioned: one order by book serves every question, and nothing is dropped by age.
CREATE TABLE IF NOT EXISTS event
(
    casino_id LowCardinality(String),
    service LowCardinality(String),
    book LowCardinality(String),
    sequence UInt64,
    event_id String,
    command_id String,
    stream String,
    stream_version UInt64,
    event_type LowCardinality(String),      -- e.g. 'ChipsSold'
    occurred_at DateTime64(6, 'UTC'),
    recorded_at DateTime64(6, 'UTC'),
    gaming_day Date,
    accounting_day Date,
    employee_id LowCardinality(String),
    terminal_id LowCardinality(String),
    caller LowCardinality(String),
    person String,                          -- token; '' where the event is about nobody
    desk_id LowCardinality(String),         -- '' where the event is about no desk
    correlation_id String,
    timing LowCardinality(String),          -- 'before' or 'after' the fact
    late Bool,
    clock_suspect Bool,
    notices Array(LowCardinality(String)),      -- codes
    exceptions Array(LowCardinality(String)),   -- reasons
    leaf_hash FixedString(32),
    page_hash FixedString(32),
    page_first_sequence UInt64,
    partition UInt32,
    offset UInt64,                          -- of the page in its topic and partition
    raw String CODEC(ZSTD(1)),
    INDEX event_id event_id TYPE bloom_filter GRANULARITY 4,
    INDEX command_id command_id TYPE bloom_filter GRANULARITY 4,
    INDEX stream stream TYPE bloom_filter GRANULARITY 4,
    INDEX person person TYPE bloom_filter GRANULARITY 4,
    INDEX gaming_day gaming_day TYPE minmax GRANULARITY 1,
    INDEX occurred_at occurred_at TYPE minmax GRANULARITY 1,
    INDEX recorded_at recorded_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
ORDER BY (book, sequence);
