-- One row for each state of a visit, from entry to exit (M45, M46.4.session), written once and never
-- changed; the newest sequence of a visit is how it stands. Returning in a gaming day that the visit
-- touches goes on with it; one without an exit lasts to the day before the next visit.
CREATE TABLE IF NOT EXISTS visit
(
    book LowCardinality(String),
    casino_id LowCardinality(String),
    person String,
    first_sequence UInt64,                  -- admission that began it
    sequence UInt64,                        -- event that brought this state about
    entrance LowCardinality(String),
    identified_by LowCardinality(String),   -- 'document' or 'known'
    employee_id LowCardinality(String),     -- who acted at this state
    entered_at DateTime64(6, 'UTC'),
    entered_gaming_day Date,
    last_entered_at DateTime64(6, 'UTC'),   -- newest entry: later than the first after a return
    left_at Nullable(DateTime64(6, 'UTC')), -- NULL while inside
    left_gaming_day Nullable(Date),
    last_gaming_day Date                    -- newest gaming day that the visit is known to touch
)
ENGINE = ReplacingMergeTree
ORDER BY (book, person, first_sequence, sequence);
