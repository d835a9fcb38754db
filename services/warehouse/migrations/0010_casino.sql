-- One row a casino: the terms that it was registered with.
CREATE TABLE IF NOT EXISTS casino
(
    casino_id LowCardinality(String),
    sequence UInt64,                        -- in its compliance book
    partition UInt32,
    rulebook LowCardinality(String),        -- name and version, e.g. 'malta_1998@1'
    currency LowCardinality(String),
    minor_per_major Int64,
    zone LowCardinality(String),
    day_changes_at_hour UInt8,
    identification_limit_minor Int64,
    recorded_at DateTime64(6, 'UTC')
)
ENGINE = ReplacingMergeTree(sequence)
ORDER BY casino_id;
