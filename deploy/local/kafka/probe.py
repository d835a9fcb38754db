"""Asking a broker whether it is ready, in one small request and without a client."""

import socket
import struct

ANSWER_SECONDS = 1.0
METADATA_REQUEST = struct.pack(">hhih5si?", 3, 4, 1, 5, b"local", -1, False)  # noqa: FBT003 - a bit
METADATA_ANSWER = struct.Struct(">iiii")  # size, correlation, throttle, how many brokers


def brokers_seen(port: int) -> int:
    """Return how many live brokers the one on this port names, 0 while it doesn't answer."""
    size = struct.pack(">i", len(METADATA_REQUEST))
    try:
        with socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS) as connection:
            connection.sendall(size + METADATA_REQUEST)
            answer = connection.recv(METADATA_ANSWER.size, socket.MSG_WAITALL)
    except OSError:  # refused, reset or silent: not ready, which is what was asked
        return 0
    if len(answer) < METADATA_ANSWER.size:
        return 0
    brokers: int = METADATA_ANSWER.unpack(answer)[3]
    return brokers
