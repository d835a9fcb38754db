"""The first packets: who a client is, and what the server is."""

from deploy.local.clickhouse.engine import Engine
from deploy.local.clickhouse.engine_error import EngineError
from deploy.local.clickhouse.session import Session
from deploy.local.clickhouse.tcp.revision import FromClient, FromServer, Revision
from deploy.local.clickhouse.tcp.wire_connection import WireConnection
from deploy.local.clickhouse.users import OWNER, Users
from deploy.local.clickhouse.wire.outgoing import text, varint

NAME = "ClickHouse"  # drivers look at it
AUTHENTICATION_FAILED = 516


def welcome(
    connection: WireConnection, engine: Engine, users: Users, offered: int
) -> Session | None:
    """Return the client's session, None when there is none to be had (the client knows why)."""
    incoming = connection.incoming
    if incoming.varint() != FromClient.HELLO:
        return None
    incoming.text()  # the client's name and its version
    incoming.varint()
    incoming.varint()
    connection.revision = min(incoming.varint(), offered)
    database, name, password = incoming.text(), incoming.text() or OWNER, incoming.text()
    user = users.authenticated(name, password)
    if user is None:
        connection.send_exception(authentication_failed(name))
        return None
    session = engine.session()
    try:
        session.begin(database, user.settings)
    except EngineError as error:
        session.close()
        connection.send_exception(error)
        return None
    _introduce(connection, engine, offered)
    return session


def authentication_failed(name: str) -> EngineError:
    """Return the exception for a name or password that is not known."""
    message = (
        f"{name}: Authentication failed: password is incorrect, or there is no user with such name."
    )
    return EngineError.of(AUTHENTICATION_FAILED, message)


def _introduce(connection: WireConnection, engine: Engine, offered: int) -> None:
    major, minor, patch = (int(number) for number in engine.version.split(".")[:3])
    out = [text(NAME), varint(major), varint(minor), varint(offered)]
    out += [text(engine.timezone), text("local"), varint(patch)]
    if connection.speaks(Revision.PASSWORD_RULES):
        out.append(varint(0))
    if connection.speaks(Revision.INTERSERVER_NONCE):
        out.append(bytes(8))
    connection.send(FromServer.HELLO, *out)
    if connection.speaks(Revision.ADDENDUM):
        connection.incoming.text()  # quota key
