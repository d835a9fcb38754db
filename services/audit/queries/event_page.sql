-- A page as the log holds it, and the hash of the page before: empty for a book's first.
SELECT
    countIf(sequence >= %(page_first_sequence)s) AS event_count,
    hex(anyIf(page_hash, sequence < %(page_first_sequence)s)) AS previous_hash_hex
FROM event FINAL
WHERE book = %(book)s
    AND (page_first_sequence = %(page_first_sequence)s OR sequence = %(page_first_sequence)s - 1);
