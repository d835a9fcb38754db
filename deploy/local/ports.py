"""The ports of the embedded default: each a setting of the environment, its default in this place.

The defaults lie below the ports that systems hand out to outgoing connections (32768 on Linux,
49152 on macOS), or a client that retries a dead server could connect to itself.
"""

import errno
import os
import secrets
import socket
from enum import StrEnum

import psutil

from deploy.local.failure import LocalFailure, Reason
from deploy.local.waiting import wait_until

HIGHEST = 65_535
RELEASE_SECONDS = 3.0
FREE_FROM, FREE_TO = 20_000, 32_000


class Port(StrEnum):
    """The environment's setting for each port."""

    KAFKA = "COUNTROOM_KAFKA_PORT"
    KAFKA_CONTROLLER = "COUNTROOM_KAFKA_CONTROLLER_PORT"
    CLICKHOUSE = "COUNTROOM_CLICKHOUSE_PORT"
    CASHIER = "COUNTROOM_CASHIER_PORT"
    CASHIER_HEALTH = "COUNTROOM_CASHIER_HEALTH_PORT"
    COMPLIANCE = "COUNTROOM_COMPLIANCE_PORT"
    COMPLIANCE_HEALTH = "COUNTROOM_COMPLIANCE_HEALTH_PORT"
    AUDIT = "COUNTROOM_AUDIT_PORT"
    AUDIT_HTTP = "COUNTROOM_AUDIT_HTTP_PORT"
    AUDIT_HEALTH = "COUNTROOM_AUDIT_HEALTH_PORT"
    STREAMS_HEALTH = "COUNTROOM_STREAMS_HEALTH_PORT"


DEFAULTS = {
    Port.KAFKA: 19092,  # three nodes take this one and the two above it
    Port.KAFKA_CONTROLLER: 19192,
    Port.CLICKHOUSE: 19000,
    Port.CASHIER: 15051,
    Port.CASHIER_HEALTH: 15061,
    Port.COMPLIANCE: 15052,
    Port.COMPLIANCE_HEALTH: 15062,
    Port.AUDIT: 15053,
    Port.AUDIT_HTTP: 15080,
    Port.AUDIT_HEALTH: 15063,
    Port.STREAMS_HEALTH: 15064,
}
_given: set[int] = set()


def configured(setting: Port) -> int:
    """Return the port that the environment sets, or its default; `port_invalid` if it is none."""
    text = os.environ.get(setting, str(DEFAULTS[setting]))
    if not text.isdecimal() or not 1 <= int(text) <= HIGHEST:
        message = f"{setting}={text} is not a port: set it to a number from 1 to {HIGHEST}"
        raise LocalFailure(Reason.PORT_INVALID, message)
    return int(text)


def is_taken(port: int) -> bool:
    """Whether another program listens on this port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return True
        return False


def is_listening(port: int) -> bool:
    """Whether a connection to this port of 127.0.0.1 is taken up."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:  # refused or silent, which is what was asked
        return False
    return True


def require_free(port: int, setting: str) -> None:
    """Raise `port_taken`, naming the port, who has it and the setting, unless the port is free.

    A process that was just killed holds its ports a moment longer, so a taken one is looked at
    for a while.
    """
    if not wait_until(lambda: not is_taken(port), RELEASE_SECONDS):
        raise port_taken(port, setting)


def port_taken(port: int, setting: str) -> LocalFailure:
    """Return the refusal that names the port, who has it and the setting to change."""
    message = f"port {port} is taken by {_holder(port)}: end it, or set {setting} to a free port"
    return LocalFailure(Reason.PORT_TAKEN, message)


def free_port() -> int:
    """Return a port that nobody listens on and that this process has not given out before."""
    while True:
        port = FREE_FROM + secrets.randbelow(FREE_TO - FREE_FROM)
        if port not in _given and not is_taken(port):
            _given.add(port)
            return port


def _holder(port: int) -> str:
    try:
        connections = psutil.net_connections("tcp")
    except psutil.AccessDenied:  # macOS tells only root
        return "another program"
    for connection in connections:
        if connection.laddr and connection.laddr.port == port and connection.pid:
            return f"process {connection.pid} ({psutil.Process(connection.pid).name()})"
    return "another program"
