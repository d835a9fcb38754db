"""A part of ClickHouse's HTTP interface, for curl and Grafana; answers are built in memory."""

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast
from urllib.parse import urlsplit

from deploy.local.clickhouse.engine import Engine
from deploy.local.clickhouse.engine_error import NO_TABLE, EngineError
from deploy.local.clickhouse.tcp.hello import authentication_failed
from deploy.local.clickhouse.users import User, Users
from deploy.local.clickhouse.web.execute import execute
from deploy.local.clickhouse.web.request import Request, packed, read_request

TYPES = {
    "JSON": "application/json",
    "CSV": "text/csv",
    "TSV": "text/tab-separated-values",
    "TabSeparated": "text/tab-separated-values",
    "Native": "application/octet-stream",
}
PLAIN = "text/plain; charset=UTF-8"
PACKED_FROM_BYTES = 1 << 16


class WebServer(ThreadingHTTPServer):
    """Listens; an address of port 0 takes any free one."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], engine: Engine, users: Users) -> None:
        self.engine, self.users = engine, users
        super().__init__(address, Handler)


class Handler(BaseHTTPRequestHandler):
    """One client's requests; each is a session of its own."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: a query may hold what belongs in no log."""

    def do_GET(self) -> None:
        """Answer a ping or a query that stands in the address."""
        parts = urlsplit(self.path)
        if parts.path == "/ping" or not parts.query:
            self._reply(HTTPStatus.OK, b"Ok.\n")
        else:
            self.do_POST()

    def do_POST(self) -> None:
        """Answer a query."""
        request = read_request(self.path, self.headers, cast("Any", self.rfile))
        name, password = request.credentials
        user = cast("WebServer", self.server).users.authenticated(name, password)
        if user is None:
            self._reply_error(HTTPStatus.FORBIDDEN, authentication_failed(name))
        else:
            self._answer(request, user)

    def _answer(self, request: Request, user: User) -> None:
        engine = cast("WebServer", self.server).engine
        session = engine.session()
        try:
            session.begin(request.database, user.settings)
            session.apply(request.settings)
            form, body = execute(session, request)
        except EngineError as error:
            missing = error.code == NO_TABLE
            self._reply_error(HTTPStatus.NOT_FOUND if missing else HTTPStatus.BAD_REQUEST, error)
        else:
            headers = {
                "Content-Type": TYPES.get(form, PLAIN),
                "X-ClickHouse-Format": form,
                "X-ClickHouse-Timezone": engine.timezone,
                "X-ClickHouse-Server-Display-Name": "local",
                "X-ClickHouse-Summary": '{"read_rows":"0","written_rows":"0"}',
            }
            self._reply(HTTPStatus.OK, body, headers)
        finally:
            session.close()

    def _reply_error(self, status: HTTPStatus, error: EngineError) -> None:
        body = f"Code: {error.code}. DB::Exception: {error.message}\n".encode()
        self._reply(status, body, {"X-ClickHouse-Exception-Code": str(error.code)})

    def _reply(
        self, status: HTTPStatus, body: bytes, headers: dict[str, str] | None = None
    ) -> None:
        told = dict(headers or {})
        if "gzip" in self.headers.get("Accept-Encoding", "") and len(body) > PACKED_FROM_BYTES:
            body, told["Content-Encoding"] = packed(body), "gzip"
        self.send_response(status)
        for name, value in told.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
