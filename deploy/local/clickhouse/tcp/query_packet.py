"""A query as a client sends it: text, settings, parameters, and a lot that the front skips."""

from dataclasses import dataclass

from deploy.local.clickhouse.tcp.revision import Revision
from deploy.local.clickhouse.tcp.wire_connection import WireConnection
from deploy.local.clickhouse.wire.incoming import Incoming

TRACE_BYTES = 24


@dataclass(frozen=True, slots=True)
class QueryPacket:
    """A query, its own settings, and its server-side parameters."""

    query_id: str
    sql: str
    settings: dict[str, str]
    parameters: dict[str, str]


def read_query(connection: WireConnection) -> QueryPacket:
    """Read the packet; `connection.compressed` becomes what the query asks for."""
    incoming = connection.incoming
    query_id = incoming.text()
    if incoming.byte():
        _skip_client_info(connection)
    settings = _pairs(incoming)
    if connection.speaks(Revision.INTERSERVER_SECRET):
        incoming.text()
    incoming.varint()  # stage: always complete
    connection.compressed = bool(incoming.varint())
    sql = incoming.text()
    parameters = {}
    if connection.speaks(Revision.PARAMETERS):
        parameters = {name: _unquoted(value) for name, value in _pairs(incoming).items()}
    incoming.drop()
    return QueryPacket(query_id, sql, settings, parameters)


def _skip_client_info(connection: WireConnection) -> None:
    incoming = connection.incoming
    for _ in ("initial user", "initial query id", "initial address"):
        incoming.text()
    if connection.speaks(Revision.INITIAL_QUERY_TIME):
        incoming.skip(8)
    incoming.byte()  # interface
    for _ in ("system user", "host", "client"):
        incoming.text()
    for _ in ("major", "minor", "revision"):
        incoming.varint()
    incoming.text()  # quota key
    if connection.speaks(Revision.DISTRIBUTED_DEPTH):
        incoming.varint()
    incoming.varint()  # patch
    if connection.speaks(Revision.OPEN_TELEMETRY) and incoming.byte():
        incoming.skip(TRACE_BYTES)
        incoming.text()
        incoming.skip(1)
    if connection.speaks(Revision.PARALLEL_REPLICAS):
        for _ in ("collaborate", "replicas", "number"):
            incoming.varint()


def _pairs(incoming: Incoming) -> dict[str, str]:
    pairs = {}
    while name := incoming.text():
        incoming.varint()  # flags
        pairs[name] = incoming.text()
    return pairs


def _unquoted(value: str) -> str:
    if not value.startswith("'"):
        return value
    return value[1:-1].replace("\\'", "'").replace("\\\\", "\\")
