-- Identifications as they stood at a sequence, in the order in which they fell due, and how many of
-- each status there are over all pages.
SELECT *
FROM
(
    SELECT
        status, person, exchange_id, provision, desk_id, direction, instrument, currency,
        exact_numerator, exact_denominator, limit_minor, patron_session_id, document_type,
        employee_id,
        toUnixTimestamp64Micro(requested_at) AS requested_us,
        toString(requested_gaming_day) AS gaming_day,
        toUnixTimestamp64Micro(occurred_at) AS occurred_us,
        book, first_sequence, sequence,
        countIf(status = 'due') OVER () AS due_count,
        countIf(status = 'met') OVER () AS met_count,
        countIf(status = 'abandoned') OVER () AS abandoned_count,
        countIf(status = 'missed') OVER () AS missed_count
    FROM
    (
        SELECT *
        FROM identification FINAL
        WHERE book IN %(books)s
            AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
            AND (%(person)s = '' OR person = %(person)s)
        ORDER BY sequence DESC
        LIMIT 1 BY book, exchange_id
    )
    WHERE (%(status)s = '' OR status = %(status)s)
        AND (%(desk_id)s = '' OR desk_id = %(desk_id)s)
        AND (%(provision)s = '' OR provision = %(provision)s)
        AND (%(direction)s = '' OR direction = %(direction)s)
        AND requested_gaming_day BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
)
WHERE NOT %(is_continued)s
    OR (requested_us, exchange_id) > (%(after_requested_us)s, %(after_exchange_id)s)
ORDER BY requested_us, exchange_id
LIMIT %(row_limit)s;
