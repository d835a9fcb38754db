"""Ends the running query of a client that cancelled or went away."""

import select
import socket
import threading
import time

from deploy.local.clickhouse.engine import Engine
from deploy.local.clickhouse.tcp.revision import FromClient

EVERY_SECONDS = 0.1


class Watch(threading.Thread):
    """Looks at the sockets of all running queries."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(daemon=True)
        self._engine = engine
        self._running: dict[socket.socket, str] = {}

    def begin(self, client: socket.socket, tag: str) -> None:
        """Watch the client while the query whose text holds the tag runs."""
        self._running[client] = tag

    def end(self, client: socket.socket) -> None:
        """Watch the client no longer."""
        self._running.pop(client, None)

    def run(self) -> None:
        """Look, for as long as the process lives."""
        while True:
            time.sleep(EVERY_SECONDS)
            for client, tag in list(self._running.items()):
                if has_left(client) and self._running.get(client) == tag:
                    self._engine.kill(tag)


def has_left(client: socket.socket) -> bool:
    """Whether a client with a running query has said Cancel, or has closed its end."""
    try:
        if client.fileno() < 0 or not select.select([client], [], [], 0)[0]:
            return False
        return client.recv(1, socket.MSG_PEEK) in {b"", bytes([FromClient.CANCEL])}
    except OSError:  # reset: gone as well
        return True
