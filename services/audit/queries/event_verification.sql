-- A stretch of a book, whole rows, to be recomputed from their bytes.
SELECT
    sequence, casino_id, service, event_id, command_id, stream, stream_version, event_type,
    toUnixTimestamp64Micro(occurred_at) AS occurred_us,
    toUnixTimestamp64Micro(recorded_at) AS recorded_us,
    toString(gaming_day) AS gaming_day, toString(accounting_day) AS accounting_day,
    employee_id, terminal_id, caller, correlation_id, timing, late, clock_suspect,
    person, desk_id, notices, exceptions, hex(leaf_hash) AS leaf_hash_hex,
    hex(page_hash) AS page_hash_hex, page_first_sequence, raw
FROM event FINAL
WHERE book = %(book)s AND sequence > %(after_sequence)s
ORDER BY sequence
LIMIT %(row_limit)s;
