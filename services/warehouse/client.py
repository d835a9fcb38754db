"""ClickHouse over its native protocol. clickhouse-driver publishes no types: typed here, once.

A client is one connection for one thread at a time. What can be tried again is WarehouseLost:
nothing then tells whether an insert arrived, and every row here may be written twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Self

from clickhouse_driver import Client, errors

from services.warehouse.day_column import use_day_column

CONNECT_S: Final = 5
ANSWER_S: Final = 60

# Overload, shutdown and lost replicas pass by themselves; any other server error is ours to mend.
_PASSING: Final = frozenset(
    {
        errors.ErrorCodes.TIMEOUT_EXCEEDED,
        errors.ErrorCodes.TOO_MANY_SIMULTANEOUS_QUERIES,
        errors.ErrorCodes.NETWORK_ERROR,
        errors.ErrorCodes.SOCKET_TIMEOUT,
        errors.ErrorCodes.MEMORY_LIMIT_EXCEEDED,
        errors.ErrorCodes.TABLE_IS_READ_ONLY,
        errors.ErrorCodes.TOO_MANY_PARTS,
        errors.ErrorCodes.NO_ZOOKEEPER,
        errors.ErrorCodes.ABORTED,
    }
)

use_day_column()
Row = tuple[Any, ...]


class WarehouseLost(Exception):
    """ClickHouse did not answer; what was asked may have been done, and may be asked again."""


@dataclass(frozen=True, slots=True)
class WarehouseAddress:
    """Where the warehouse is and who we are to it."""

    host: str
    port: int
    database: str = "countroom"
    user: str = "default"
    password: str = ""
    secure: bool = False
    compressed: bool = False

    @classmethod
    def parse(cls, address: str, **more: Any) -> Self:
        """Return an address from "host:port"; raise ValueError where it is none."""
        host, separator, port = address.rpartition(":")
        if not (separator and host and port.isdecimal()):
            raise ValueError(f"{address!r} is no host:port")
        return cls(host, int(port), **more)


class Warehouse:
    """One connection, made at the first question and again after a loss."""

    def __init__(self, at: WarehouseAddress) -> None:
        """Take the address; nothing is connected yet."""
        self.at = at
        self._client = Client(
            at.host,
            port=at.port,
            database=at.database,
            user=at.user,
            password=at.password,
            secure=at.secure,
            compression="lz4" if at.compressed else False,
            connect_timeout=CONNECT_S,
            send_receive_timeout=ANSWER_S,
            sync_request_timeout=CONNECT_S,
        )

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """Return a question's rows; `%(name)s` in it stands for a parameter."""
        with self._lost_or_raised():
            found: list[Row] = self._client.execute(sql, dict(parameters) if parameters else None)
            return found

    def named_rows(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Return a question's rows, each value by the name of its column."""
        with self._lost_or_raised():
            found, columns = self._client.execute(
                sql, dict(parameters) if parameters else None, with_column_types=True
            )
        names = [name for name, _ in columns]
        return [dict(zip(names, row, strict=True)) for row in found]

    def stream(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """Yield a question's rows as they come; until the end no other question may be asked."""
        with self._lost_or_raised():
            yield from self._client.execute_iter(sql, dict(parameters) if parameters else None)

    def run(self, sql: str) -> None:
        """Run a statement that answers nothing."""
        with self._lost_or_raised():
            self._client.execute(sql)

    def insert(self, table: str, columns: Sequence[str], data: Sequence[Sequence[Any]]) -> None:
        """Insert rows given column by column, as lists or tuples, which stay as they are."""
        names = ", ".join(f"`{name}`" for name in columns)
        with self._lost_or_raised():
            self._client.execute(f"INSERT INTO `{table}` ({names}) VALUES", data, columnar=True)

    def close(self) -> None:
        """Give up the connection."""
        self._client.disconnect()

    @contextmanager
    def _lost_or_raised(self) -> Iterator[None]:
        try:
            yield
        except (errors.NetworkError, errors.SocketTimeoutError, EOFError, OSError) as error:
            self._client.disconnect()
            raise WarehouseLost(f"{self.at.host}:{self.at.port}: {error}") from error
        except errors.UnexpectedPacketFromServerError as error:
            self._client.disconnect()
            raise WarehouseLost(f"{self.at.host}:{self.at.port}: hung up") from error
        except errors.ServerException as error:
            if error.code not in _PASSING:
                raise
            raise WarehouseLost(f"{self.at.host}:{self.at.port}: {error.message}") from error
