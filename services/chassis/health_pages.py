"""The three pages of a process that probes and Prometheus read, as a WSGI application."""

import json
import socketserver
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

Faults = Callable[[], Mapping[str, str]]
Application = Callable[[Any, Any], Iterable[bytes]]


def health_pages(readiness: Faults, liveness: Faults, metrics: Application) -> Application:
    """Return the application: 200 where nothing is at fault, else 503 and what is, as JSON."""

    def page(environ: Any, start_response: Any) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == "/metrics":
            return metrics(environ, start_response)
        ask = {"/readyz": readiness, "/healthz": liveness}.get(path)
        if ask is None:
            body = {"error": f"{path} is no page here; ask /healthz, /readyz or /metrics"}
            return _answer(start_response, "404 Not Found", body)
        faults = dict(ask())
        status = "503 Service Unavailable" if faults else "200 OK"
        return _answer(start_response, status, {"ok": not faults, "faults": faults})

    return page


def _answer(start_response: Any, status: str, body: Mapping[str, object]) -> list[bytes]:
    start_response(status, [("Content-Type", "application/json"), ("Cache-Control", "no-store")])
    return [json.dumps(body).encode() + b"\n"]


class ThreadedServer(socketserver.ThreadingMixIn, WSGIServer):
    """A thread a request: a slow scrape does not make a probe wait."""

    daemon_threads = True
    address_family = WSGIServer.address_family


class QuietHandler(WSGIRequestHandler):
    """Answers without a log line a request, and gives up on a peer that sends none."""

    timeout = 5

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        """Say nothing: probes come every few seconds."""

    def address_string(self) -> str:
        """Return the peer's address without asking a name server."""
        return str(self.client_address[0])
