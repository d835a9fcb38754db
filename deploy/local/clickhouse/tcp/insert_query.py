"""An INSERT whose rows come as blocks."""

import time
from typing import Any

from deploy.local.clickhouse.engine_error import EngineError
from deploy.local.clickhouse.session import Session
from deploy.local.clickhouse.statement import Insert
from deploy.local.clickhouse.tcp.client_blocks import read_blocks
from deploy.local.clickhouse.tcp.wire_connection import Progress, WireConnection
from deploy.local.clickhouse.wire.outgoing import Column


def run_insert(connection: WireConnection, session: Session, insert: Insert) -> None:
    """Tell the client what columns to send, and give the engine what it sends: all or nothing."""
    began = time.monotonic_ns()
    connection.send_header(session.insert_columns(insert))
    inserter: Any = None

    def on_block(_table: str, _columns: list[Column], raw: bytes) -> None:
        nonlocal inserter
        inserter = inserter or session.insert(insert.head)
        inserter.append(raw)

    try:
        read_blocks(connection, on_block, inserting=True)
    except BaseException:
        if inserter is not None:
            inserter.cancel()
        raise
    done = _finished(inserter)
    connection.send_no_events()
    if done is not None:
        elapsed = time.monotonic_ns() - began
        progress = Progress(0, 0, done.rows_written, done.bytes_written, elapsed)
        connection.send_progress(progress)


def _finished(inserter: Any) -> Any:
    try:
        return inserter.finish() if inserter is not None else None
    except RuntimeError as error:
        raise EngineError(str(error)) from None
