-- The events beside one: in its book, in its stream, and all of its command.
SELECT sequence, event_id, stream, stream_version, command_id
FROM event FINAL
WHERE book = %(book)s
    AND book IN %(books)s
    AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
    AND (
        sequence IN (%(sequence)s - 1, %(sequence)s + 1)
        OR (stream = %(stream)s AND stream_version IN (%(stream_version)s - 1, %(stream_version)s + 1))
        OR command_id = %(command_id)s
    )
ORDER BY sequence;
