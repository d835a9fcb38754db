-- Exchanges as they stood at a sequence, in the order in which they were made. What never changes of
-- an exchange is looked at before its newest state is found, its status after.
SELECT
    exchange_id, status, direction, instrument, currency, amount_minor, chips_currency, chips_minor,
    exact_numerator, exact_denominator, desk_id, person, patron_session_id,
    toUnixTimestamp64Micro(requested_at) AS requested_us,
    toString(requested_gaming_day) AS gaming_day,
    receipt_number, employee_id, references, book, first_sequence, sequence
FROM
(
    SELECT *
    FROM exchange FINAL
    WHERE book IN %(books)s
        AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
        AND (%(direction)s = '' OR direction = %(direction)s)
        AND (%(person)s = '' OR person = %(person)s)
        AND requested_gaming_day BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
        AND toUnixTimestamp64Micro(requested_at) >= %(occurred_from)s
        AND toUnixTimestamp64Micro(requested_at) < %(occurred_before)s
    ORDER BY sequence DESC
    LIMIT 1 BY book, exchange_id
)
WHERE (%(status)s = '' OR status = %(status)s)
    AND (%(instrument)s = '' OR instrument = %(instrument)s)
    AND (%(desk_id)s = '' OR desk_id = %(desk_id)s)
    AND (%(patron_session_id)s = '' OR patron_session_id = %(patron_session_id)s)
    AND (NOT %(has_above)s
        OR toInt256(exact_numerator) > toInt256(%(above_minor)s) * exact_denominator)
    AND arrayAll(
        (name, value) -> mapContains(references, name) AND references[name] = value,
        CAST(%(reference_names)s, 'Array(String)'), CAST(%(reference_values)s, 'Array(String)'))
    AND (NOT %(is_continued)s
        OR (requested_us, exchange_id) > (%(after_requested_us)s, %(after_exchange_id)s))
ORDER BY requested_us, exchange_id
LIMIT %(row_limit)s;
