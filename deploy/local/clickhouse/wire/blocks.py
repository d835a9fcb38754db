"""Blocks of the native format, with and without the byte that later revisions put into a column."""

from dataclasses import dataclass
from itertools import pairwise

from deploy.local.clickhouse.wire.incoming import Incoming, UnwalkableError
from deploy.local.clickhouse.wire.outgoing import Column
from deploy.local.clickhouse.wire.walkers import walker


@dataclass(frozen=True, slots=True)
class Block:
    """What a walk over a block saw: `marks` are the places of each column's extra byte."""

    columns: list[Column]
    rows: int
    marks: list[int]


def walk_block(buffer: Incoming, *, custom: bool = False, whole: bool = True) -> Block:
    """Move past one block, its BlockInfo excluded.

    `custom`: each column has the extra byte. Not `whole`: stop before the last column's data,
    whose end nobody needs to know, and whose type may then be an unknown one.
    """
    columns, marks = [], []
    count, rows = buffer.varint(), buffer.varint()
    for number in range(1, count + 1):
        column = (buffer.text(), buffer.text())
        columns.append(column)
        marks.append(buffer.place)
        if custom and buffer.byte():
            raise UnwalkableError("a column with custom serialization")
        if not whole and number == count:
            break
        if rows:
            walk = walker(column[1])
            walk.prefix(buffer)
            walk.data(buffer, rows)
    return Block(columns, rows, marks)


def take_block(buffer: Incoming, *, custom: bool) -> tuple[Block, bytes]:
    """Return a client's block and its bytes as the engine wants them: without the extra bytes."""
    start = buffer.place
    block = walk_block(buffer, custom=custom)
    marks = block.marks if custom else []
    starts, ends = [start, *(mark + 1 for mark in marks)], [*marks, buffer.place]
    raw = b"".join(buffer.data[a:b] for a, b in zip(starts, ends, strict=True))
    buffer.drop()
    return block, raw


def skip_block_info(buffer: Incoming) -> None:
    """Move past what stands before a block."""
    while field := buffer.varint():
        buffer.skip(1 if field == 1 else 4)


def columns_of(raw: bytes) -> list[Column]:
    """Return the names and types of an engine's block."""
    return walk_block(Incoming.over(raw), whole=False).columns


def with_custom_bytes(raw: bytes) -> bytes:
    """Return an engine's block for a client that expects the extra byte in each column."""
    marks = walk_block(Incoming.over(raw), whole=False).marks
    return b"\0".join(raw[a:b] for a, b in pairwise([0, *marks, len(raw)]))


def split_blocks(raw: bytes) -> list[tuple[bytes, int]]:
    """Take apart what the engine returned whole: each block's bytes and number of rows."""
    buffer, blocks = Incoming.over(raw), []
    while buffer.place < len(raw):
        start = buffer.place
        rows = walk_block(buffer).rows
        blocks.append((raw[start : buffer.place], rows))
    return blocks
