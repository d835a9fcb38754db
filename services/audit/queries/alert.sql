-- Alerts in the order in which they were raised.
SELECT
    book, sequence, event_id, alert_id, rule, rule_version, subject, window, crossing, obligation,
    text, evidence_books, evidence_sequences, toString(gaming_day) AS gaming_day_text,
    toUnixTimestamp64Micro(recorded_at) AS recorded_us
FROM alert FINAL
WHERE book IN %(books)s
    AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
    AND (%(rule)s = '' OR rule = %(rule)s)
    AND (%(subject)s = '' OR subject = %(subject)s)
    AND (%(obligation)s = '' OR obligation = %(obligation)s)
    AND gaming_day BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
    AND (NOT %(is_continued)s OR (book, sequence) > (%(after_book)s, %(after_sequence)s))
ORDER BY book, sequence
LIMIT %(row_limit)s;
