"""The blocks that follow a query: external tables before a SELECT, rows after an INSERT."""

from collections.abc import Callable

from deploy.local.clickhouse.engine_error import EngineError
from deploy.local.clickhouse.tcp.revision import FromClient, Revision
from deploy.local.clickhouse.tcp.wire_connection import WireConnection
from deploy.local.clickhouse.wire.blocks import skip_block_info, take_block
from deploy.local.clickhouse.wire.compression import read_frame
from deploy.local.clickhouse.wire.incoming import Incoming, PeerGoneError, UnwalkableError
from deploy.local.clickhouse.wire.outgoing import Column

OnBlock = Callable[[str, list[Column], bytes], None]  # table, columns, bytes for the engine


def read_blocks(connection: WireConnection, on_block: OnBlock, *, inserting: bool = False) -> None:
    """Hand on each block up to the empty one.

    What goes wrong with a block is raised only once the client has said it all, since its packets
    must be read to find the next one.
    """
    failure: EngineError | None = None
    while True:
        table, columns, raw = _read_block(connection)
        if not columns:
            break
        if failure is None:
            failure = _hand_on(on_block, table, columns, raw)
        if inserting:
            connection.send_no_events()
    if failure is not None:
        raise failure


def _read_block(connection: WireConnection) -> tuple[str, list[Column], bytes]:
    incoming = connection.incoming
    kind = incoming.varint()
    if kind == FromClient.CANCEL:
        raise PeerGoneError("the client cancelled its insert")
    if kind != FromClient.DATA:
        raise UnwalkableError(f"packet {kind} among data")
    table = incoming.text()
    source = Incoming(lambda _size: read_frame(incoming)) if connection.compressed else incoming
    skip_block_info(source)
    block, raw = take_block(source, custom=connection.speaks(Revision.CUSTOM_SERIALIZATION))
    return table, block.columns, raw


def _hand_on(
    on_block: OnBlock, table: str, columns: list[Column], raw: bytes
) -> EngineError | None:
    try:
        on_block(table, columns, raw)
    except EngineError as error:
        return error
    except RuntimeError as error:  # chDB's inserter
        return EngineError(str(error))
    return None
