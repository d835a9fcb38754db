-- How far each book had come at a moment of recording.
SELECT book, max(sequence) AS known_sequence
FROM event FINAL
WHERE book IN %(books)s
    AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
    AND toUnixTimestamp64Micro(recorded_at) <= %(known_at_us)s
GROUP BY book
ORDER BY book;
