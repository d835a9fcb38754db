"""The native protocol's server: one thread a client; the engine lets others run while it works."""

import socketserver
import uuid
from typing import cast

from deploy.local.clickhouse import statement
from deploy.local.clickhouse.engine import Engine
from deploy.local.clickhouse.engine_error import CANCELLED, EngineError
from deploy.local.clickhouse.session import Session
from deploy.local.clickhouse.tcp.client_blocks import read_blocks
from deploy.local.clickhouse.tcp.hello import welcome
from deploy.local.clickhouse.tcp.insert_query import run_insert
from deploy.local.clickhouse.tcp.query_packet import QueryPacket, read_query
from deploy.local.clickhouse.tcp.revision import FromClient, FromServer
from deploy.local.clickhouse.tcp.select_query import run_select
from deploy.local.clickhouse.tcp.watch import Watch, has_left
from deploy.local.clickhouse.tcp.wire_connection import WireConnection
from deploy.local.clickhouse.users import Users
from deploy.local.clickhouse.wire.incoming import UnwalkableError
from deploy.local.clickhouse.wire.outgoing import Column


class TcpServer(socketserver.ThreadingTCPServer):
    """Listens; an address of port 0 takes any free one."""

    allow_reuse_address = daemon_threads = True
    request_queue_size = 128

    def __init__(
        self, address: tuple[str, int], engine: Engine, users: Users, revision: int
    ) -> None:
        self.engine, self.users, self.revision = engine, users, revision
        self.watch = Watch(engine)
        self.watch.start()
        super().__init__(address, Client)


class Client(socketserver.BaseRequestHandler):
    """One client's packets, until it goes."""

    def handle(self) -> None:
        """Answer packet by packet."""
        server = cast("TcpServer", self.server)
        connection = WireConnection(self.request)
        session = None
        try:
            session = welcome(connection, server.engine, server.users, server.revision)
            while session is not None:
                connection.incoming.drop()
                self._answer(server, connection, session)
        except OSError:  # gone, PeerGoneError included: nobody is left to tell
            return
        except UnwalkableError as error:  # the place in the stream is lost: tell, and hang up
            connection.send_exception(EngineError.unsupported(f"cannot read {error}"))
        finally:
            server.watch.end(self.request)
            if session is not None:
                session.close()

    def _answer(self, server: TcpServer, connection: WireConnection, session: Session) -> None:
        kind = connection.incoming.varint()
        if kind == FromClient.PING:
            connection.send(FromServer.PONG)
        elif kind == FromClient.QUERY:
            Query(server.watch, connection, session).run()
        elif kind != FromClient.CANCEL:  # a cancel here came after its query had ended
            raise UnwalkableError(f"packet {kind}")


class Query:
    """One query of one client, from its packet to the end of its answer."""

    def __init__(self, watch: Watch, connection: WireConnection, session: Session) -> None:
        self._watch, self._connection, self._session = watch, connection, session
        self._packet = read_query(connection)
        self._tag = f"{self._packet.query_id or 'q'}:{uuid.uuid4().hex}"
        self._temporary: list[str] = []

    def run(self) -> None:
        """Answer with rows, or with what went wrong."""
        connection = self._connection
        try:
            read_blocks(connection, self._external_table)
            self._session.apply(self._packet.settings)
            self._execute(self._packet)
            connection.send(FromServer.END_OF_STREAM)
        except EngineError as error:
            error.message = error.message.replace(f"/*{self._tag}*/", "")
            if error.code == CANCELLED and has_left(connection.socket):
                connection.send(FromServer.END_OF_STREAM)
            else:
                connection.send_exception(error)
        finally:
            for table in self._temporary:
                self._session.run(f"DROP TEMPORARY TABLE IF EXISTS `{table}`")
            self._session.restore(self._packet.settings)

    def _execute(self, packet: QueryPacket) -> None:
        insert = statement.insert_of(packet.sql)
        if insert is not None:
            run_insert(self._connection, self._session, insert)
            return
        if statement.is_inline_insert(packet.sql):  # a server would wait for blocks, as its client
            message = "inline INSERT ... VALUES needs HTTP: over TCP pass the rows as data"
            raise EngineError.unsupported(message)
        tagged = packet.sql.rstrip().rstrip(";") + f"\n/*{self._tag}*/"
        self._watch.begin(self._connection.socket, self._tag)
        try:
            run_select(self._connection, self._session, packet, tagged)
        finally:
            self._watch.end(self._connection.socket)

    def _external_table(self, table: str, columns: list[Column], raw: bytes) -> None:
        if table not in self._temporary:
            definition = ", ".join(f"`{name}` {kind}" for name, kind in columns)
            self._session.run(f"CREATE TEMPORARY TABLE `{table}` ({definition})")
            self._temporary.append(table)
        inserter = self._session.insert(f"INSERT INTO `{table}`")
        inserter.append(raw)
        inserter.finish()
