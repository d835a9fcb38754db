-- One row a person's patron session, folded from the cashier's and the compliance book: the row is
-- written again as either moves on, and the greater sum of sequences wins, so read with FINAL. The
-- own totals are this token's exchanges; the counted ones are what is held against the limit: all
-- linked tokens' sessions at the same time together, the same on each of their rows.
-- Completed exchanges only; a reversed one is taken off again.
CREATE TABLE IF NOT EXISTS patron_session
(
    casino_id LowCardinality(String),
    person String,
    patron_session_id String,               -- e.g. '1998-06-30/1'
    began_gaming_day Date,
    last_gaming_day Date,
    currency LowCardinality(String),
    limit_minor Int64,
    purchase_count UInt32,
    purchases_numerator Int128,             -- exact, in minor units: numerator over denominator
    purchases_denominator Int128,
    purchases_minor Int64,                  -- the same rounded down
    cash_out_count UInt32,
    cash_outs_numerator Int128,
    cash_outs_denominator Int128,
    cash_outs_minor Int64,
    pending_count UInt32,                   -- exchanges that wait for identification
    abandoned_count UInt32,
    reversed_count UInt32,
    purchases_identified Bool,              -- a document was recorded for this direction
    cash_outs_identified Bool,
    totals_differ Bool,                     -- the desk decided on another total than is found here
    first_exchange_at DateTime64(6, 'UTC'),
    last_exchange_at DateTime64(6, 'UTC'),
    linked_persons Array(String),           -- other tokens that count as the same person
    counted_purchases_numerator Int128,
    counted_purchases_denominator Int128,
    counted_purchases_minor Int64,
    counted_cash_outs_numerator Int128,
    counted_cash_outs_denominator Int128,
    counted_cash_outs_minor Int64,
    counted_purchases_identified Bool,
    counted_cash_outs_identified Bool,
    visit_entered_at Nullable(DateTime64(6, 'UTC')),
    visit_left_at Nullable(DateTime64(6, 'UTC')),
    cashier_sequence UInt64,                -- vector of the newest events that the row rests on
    compliance_sequence UInt64,
    version UInt64                          -- their sum
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (casino_id, person, patron_session_id);
