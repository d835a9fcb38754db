-- The postings of a stretch of a book.
SELECT
    sequence, place, account, currency, amount_minor,
    toString(gaming_day) AS gaming_day, toString(accounting_day) AS accounting_day
FROM posting FINAL
WHERE book = %(book)s AND sequence > %(after_sequence)s AND sequence <= %(through_sequence)s
ORDER BY sequence, place;
