"""What a request asks of the engine: rows to load, or a statement with its format."""

import re

from deploy.local.clickhouse import statement
from deploy.local.clickhouse.engine_error import EngineError
from deploy.local.clickhouse.session import Session
from deploy.local.clickhouse.web.request import Request
from deploy.local.clickhouse.wire.outgoing import BLOCK_INFO

LOAD = re.compile(r"(INSERT\s+INTO\s.*?)\s+FORMAT\s+(\w+)\s*", re.IGNORECASE | re.DOTALL)
LOAD_IN_BODY = re.compile(
    rb"\s*(INSERT\s+INTO\s.*?)\s+FORMAT\s+(\w+)[ \t]*(?:\r?\n)", re.IGNORECASE | re.DOTALL
)
FORMAT = re.compile(r"\bFORMAT\s+(\w+)\s*;?\s*$", re.IGNORECASE)
DEFAULT_FORMAT = "TabSeparated"
WITH_BLOCK_INFO = 51903  # from this client revision on every native block begins with it


def execute(session: Session, request: Request) -> tuple[str, bytes]:
    """Return the answer's format and bytes."""
    sql = request.arguments.get("query", "")
    if sql and request.body and (load := LOAD.fullmatch(sql.strip())):
        return load[2], _load(session, load[1], load[2], request.body)
    if not sql and (found := LOAD_IN_BODY.match(request.body)) and found[2].lower() != b"values":
        head, form = found[1].decode(), found[2].decode()
        return form, _load(session, head, form, request.body[found.end() :])
    sql, form = _statement(sql, request)
    if form != "Native":
        return form, session.run(sql, form, request.parameters)
    revision = int(request.arguments.get("client_protocol_version") or 0)
    info = BLOCK_INFO if revision >= WITH_BLOCK_INFO else b""
    return form, b"".join(info + raw for raw, _ in session.blocks(sql, request.parameters))


def _statement(sql: str, request: Request) -> tuple[str, str]:
    try:
        body = request.body.decode()
    except UnicodeDecodeError:
        raise EngineError.unsupported("a binary body without INSERT ... FORMAT") from None
    sql = "\n".join(part for part in (sql, body) if part)
    form = request.arguments.get("default_format") or request.headers.get("X-ClickHouse-Format")
    found = FORMAT.search(sql)
    if found is None or statement.body(sql)[:6].upper() == "INSERT":
        return sql, form or DEFAULT_FORMAT
    return sql[: found.start()], found[1]


def _load(session: Session, head: str, form: str, data: bytes) -> bytes:
    try:
        inserter = session.insert(head, form)
        inserter.append(data)
        inserter.finish()
    except RuntimeError as error:
        raise EngineError(str(error)) from None
    return b""
