"""One client's connection to the engine: its database, its settings, its statements."""

import json
from collections.abc import Generator, Mapping
from typing import Any

from chdb.state.sqlitelike import Connection

from deploy.local.clickhouse import statement
from deploy.local.clickhouse.engine_error import EngineError
from deploy.local.clickhouse.wire.blocks import split_blocks
from deploy.local.clickhouse.wire.outgoing import Column

NO_COLUMN = 16
COMPUTED = {"MATERIALIZED", "ALIAS", "EPHEMERAL"}
NOT_STREAMABLE = "Streaming query is not supported"
Blocks = Generator[tuple[bytes, int], None, None]  # each block's bytes and number of rows
Settings = Mapping[str, str]
Parameters = Mapping[str, str]


class Session:
    """A chDB connection. Its errors are EngineError, with the engine's own code and message."""

    def __init__(self, url: str) -> None:
        self._url, self._connection = url, Connection(url)
        self._own: Settings = {}
        self._database = ""

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def begin(self, database: str = "", settings: Settings | None = None) -> None:
        """Set what holds for the whole session: the database and the user's settings."""
        if database:
            self.run(f"USE `{database}`")
        self._own, self._database = dict(settings or {}), database
        self.apply(self._own)

    def apply(self, settings: Settings) -> None:
        """Set settings from now on."""
        if settings:
            pairs = (f"{name} = {statement.quoted(value)}" for name, value in settings.items())
            self.run("SET " + ", ".join(pairs))

    def restore(self, settings: Settings) -> None:
        """Undo one query's settings; when they forbid that (readonly), by a fresh connection."""
        if not settings:
            return
        try:
            self.run("SET " + ", ".join(f"{name} = DEFAULT" for name in settings))
            self.apply({name: value for name, value in self._own.items() if name in settings})
        except EngineError:
            self._connection.close()
            self._connection = Connection(self._url)
            self.begin(self._database, self._own)

    def run(self, sql: str, form: str = "TSV", parameters: Parameters | None = None) -> bytes:
        """Return the whole result in a ClickHouse format."""
        engine = statement.poisonous_engine(sql)
        if engine:
            raise EngineError.unsupported(f"engine {engine} cannot run here")
        try:
            result: bytes = self._connection.query(sql, form, params=dict(parameters or {})).bytes()
        except Exception as error:  # noqa: BLE001 - chDB raises many; the text has the code
            raise EngineError(str(error)) from None
        return result

    def text(self, sql: str) -> str:
        """Return a result of one value."""
        return self.run(sql).decode().rstrip("\n")

    def blocks(self, sql: str, parameters: Parameters | None = None) -> Blocks:
        """Yield native blocks and their rows: a SELECT's as they come, any other's at the end."""
        if not statement.is_fetched(sql):
            yield from split_blocks(self.run(sql, "Native", parameters))
            return
        if statement.has_totals(sql):
            raise EngineError.unsupported("WITH TOTALS is lost in FORMAT Native")
        try:
            yield from self._stream(sql, parameters)
        except EngineError as error:
            if NOT_STREAMABLE not in error.message:
                raise
            yield from split_blocks(self.run(sql, "Native", parameters))

    def _stream(self, sql: str, parameters: Parameters | None) -> Blocks:
        stream: Any = None
        try:
            stream = self._connection.send_query(sql, "Native", params=dict(parameters or {}))
            while (chunk := stream.fetch()) is not None:
                yield chunk.bytes(), chunk.rows_read()
            stream = None
        except Exception as error:  # noqa: BLE001 - see run
            stream = None
            raise EngineError(str(error)) from None
        finally:
            if stream is not None:  # the client has had enough
                stream.cancel()

    def columns(self, sql: str, parameters: Parameters | None = None) -> list[Column]:
        """Return names and types of a SELECT without rows, of which FORMAT Native tells nothing."""
        bare = sql.strip().rstrip(";")
        try:
            described = self.run(f"DESCRIBE ({bare}\n)", "JSONCompact", parameters)
        except EngineError:
            meta = json.loads(self.run(bare, "JSONCompact", parameters))["meta"]
            return [(column["name"], column["type"]) for column in meta]
        return [(row[0], row[1]) for row in json.loads(described)["data"]]

    def insert_columns(self, insert: statement.Insert) -> list[Column]:
        """Return names and types of the columns that an INSERT's blocks must have."""
        if "*" in insert.columns:
            return self.columns(f"SELECT {insert.columns[1:-1]} FROM {insert.table}")  # noqa: S608
        described = self.run(f"DESCRIBE TABLE {insert.table}", "JSONCompact")
        rows = json.loads(described)["data"]
        types = {row[0]: row[1] for row in rows}
        if not insert.columns:
            return [(row[0], row[1]) for row in rows if row[2] not in COMPUTED]
        names = statement.column_names(insert.columns)
        missing = next((name for name in names if name not in types), None)
        if missing is not None:
            message = f"No such column {missing} in table {insert.table}"
            raise EngineError.of(NO_COLUMN, message)
        return [(name, types[name]) for name in names]

    def insert(self, head: str, form: str = "Native") -> Any:
        """Return chDB's inserter: `append(bytes)`, then `finish()` or `cancel()`."""
        return self._connection.send_insert(head, form)
