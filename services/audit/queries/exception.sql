-- Exceptions in the order of recording, book by book.
SELECT
    book, sequence, place, event_id, event_type, stream, reason, obligation, text, employee_id,
    toUnixTimestamp64Micro(occurred_at) AS occurred_us, toString(gaming_day) AS gaming_day_text
FROM exception FINAL
WHERE book IN %(books)s
    AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
    AND (%(service)s = '' OR service = %(service)s)
    AND (%(reason)s = '' OR reason = %(reason)s)
    AND (%(obligation)s = '' OR obligation = %(obligation)s)
    AND gaming_day BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
    AND (NOT %(is_continued)s
        OR (book, sequence, place) > (%(after_book)s, %(after_sequence)s, %(after_place)s))
ORDER BY book, sequence, place
LIMIT %(row_limit)s;
