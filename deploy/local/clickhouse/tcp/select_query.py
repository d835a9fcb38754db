"""A query that the engine answers with rows."""

import time
from collections.abc import Generator
from contextlib import closing

from deploy.local.clickhouse import statement
from deploy.local.clickhouse.session import Session
from deploy.local.clickhouse.tcp.query_packet import QueryPacket
from deploy.local.clickhouse.tcp.wire_connection import Progress, WireConnection
from deploy.local.clickhouse.wire.blocks import columns_of
from deploy.local.clickhouse.wire.incoming import UnwalkableError
from deploy.local.clickhouse.wire.outgoing import Column


def run_select(
    connection: WireConnection, session: Session, query: QueryPacket, tagged: str
) -> None:
    """Send the result block by block; `tagged` is the query with the tag to end it by."""
    began, rows, size, count = time.monotonic_ns(), 0, 0, 0
    with closing(_opened(connection, session, query, tagged)) as blocks:
        for raw, block_rows in blocks:
            connection.send_block(raw)
            rows, size, count = rows + block_rows, size + len(raw), count + 1
    if not count and statement.is_fetched(query.sql):
        connection.send_header(session.columns(query.sql, query.parameters))
    done = Progress(rows, size, elapsed_ns=time.monotonic_ns() - began)
    connection.send_progress(done)
    connection.send_profile(done, count)


def _opened(
    connection: WireConnection, session: Session, query: QueryPacket, tagged: str
) -> Generator[tuple[bytes, int], None, None]:
    """Yield the blocks, having sent their header before the first."""
    with closing(session.blocks(tagged, query.parameters)) as blocks:
        first = next(blocks, None)
        columns = _columns(first[0]) if first else None
        if first and columns:
            connection.send_header(columns)
            yield first
            yield from blocks
        if columns or not first:
            return
    connection.send_header(session.columns(query.sql, query.parameters))
    with closing(session.blocks(tagged, query.parameters)) as blocks:
        yield from blocks


def _columns(raw: bytes) -> list[Column] | None:
    try:
        return columns_of(raw)
    except UnwalkableError:  # JSON, AggregateFunction...: the engine must tell
        return None
