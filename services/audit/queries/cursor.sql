-- How far each book of a casino has been read: what "now" means to every other question.
SELECT book, sequence, hex(page_hash) AS page_hash_hex
FROM cursor FINAL
WHERE reader = 'streams' AND startsWith(book, concat(%(casino_id)s, '/'))
ORDER BY book;
