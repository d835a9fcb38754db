-- How far a reader has come, written after the rows that it covers. A book's line has the last
-- sequence and the page's hash; the line of book '' says from which offset the reader goes on in
-- that topic and partition. The vector of an answer is the lines of a casino's books.
CREATE TABLE IF NOT EXISTS cursor
(
    reader LowCardinality(String),          -- 'streams'
    topic LowCardinality(String),
    partition UInt32,
    book LowCardinality(String),
    sequence UInt64,
    page_hash FixedString(32),
    next_offset UInt64
)
ENGINE = ReplacingMergeTree(next_offset)
ORDER BY (reader, topic, partition, book);
