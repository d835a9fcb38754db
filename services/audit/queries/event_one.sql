-- One event, by its id or by its place.
SELECT book, sequence, page_first_sequence, hex(page_hash) AS page_hash_hex, raw
FROM event FINAL
WHERE book IN %(books)s
    AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
    AND (event_id = %(event_id)s OR (book = %(book)s AND sequence = %(sequence)s))
ORDER BY book, sequence;
