-- Events that have every property given, in the order of recording or the other way round: order is
-- 1 or -1. The keys are found first, then only their bytes are read.
SELECT
    %(order)s * toUnixTimestamp64Micro(recorded_at) AS recorded_order,
    book,
    %(order)s * toInt64(sequence) AS sequence_order,
    raw
FROM event FINAL
WHERE (book, sequence) IN
(
    SELECT book, sequence
    FROM event FINAL
    WHERE book IN %(books)s
        AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
        AND (%(service)s = '' OR service = %(service)s)
        AND (%(stream)s = '' OR stream = %(stream)s)
        AND (%(event_type)s = '' OR event_type = %(event_type)s)
        AND (%(person)s = '' OR person = %(person)s)
        AND (%(desk_id)s = '' OR desk_id = %(desk_id)s)
        AND (%(employee_id)s = '' OR employee_id = %(employee_id)s)
        AND (%(command_id)s = '' OR command_id = %(command_id)s)
        AND (%(correlation_id)s = '' OR correlation_id = %(correlation_id)s)
        AND gaming_day BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
        AND toUnixTimestamp64Micro(occurred_at) >= %(occurred_from)s
        AND toUnixTimestamp64Micro(occurred_at) < %(occurred_before)s
        AND toUnixTimestamp64Micro(recorded_at) >= %(recorded_from)s
        AND toUnixTimestamp64Micro(recorded_at) < %(recorded_before)s
        AND (NOT %(is_continued)s OR (
                %(order)s * toUnixTimestamp64Micro(recorded_at), book, %(order)s * toInt64(sequence)
            ) > (%(after_recorded_order)s, %(after_book)s, %(after_sequence_order)s))
    ORDER BY
        %(order)s * toUnixTimestamp64Micro(recorded_at), book, %(order)s * toInt64(sequence)
    LIMIT %(row_limit)s
)
ORDER BY recorded_order, book, sequence_order;
