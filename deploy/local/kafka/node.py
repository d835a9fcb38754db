"""One Kafka node: its process, its files, and what it knows of the cluster."""

import socket
import struct
from pathlib import Path

from deploy.local.child import Child
from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka.command import kafka_command
from deploy.local.kafka.node_files import Layout, format_data, write_settings
from deploy.local.ports import Port, port_taken

PORT_IN_USE = "Address already in use"
ANSWER_SECONDS = 1.0
METADATA_REQUEST = struct.pack(">hhih5si?", 3, 4, 1, 5, b"local", -1, False)  # noqa: FBT003 - a bit
METADATA_ANSWER = struct.Struct(">iiii")  # size, correlation, throttle, how many brokers


class Node:
    """A broker and controller in one process; its data stay in `home` between starts."""

    def __init__(self, number: int, home: Path, layout: Layout, *, quick: bool) -> None:
        self.number, self.child = number, Child("kafka", home)
        self._home, self._layout, self._quick = home, layout, quick

    @property
    def port(self) -> int:
        """The port that clients connect to."""
        return self._layout.ports[self.number]

    def start(self, *, archive_to: Path | None = None) -> None:
        """Start the process, formatting its data folder if there is none; it isn't ready yet.

        With `archive_to` it writes its class archive there when it is stopped.
        """
        settings = write_settings(self._layout, self.number, self._home)
        format_data(self.number, self._home)
        program = ["kafka.Kafka", str(settings)]
        self.child.start(
            kafka_command(
                program,
                home=self._home,
                quick=self._quick,
                archive_to=archive_to,
            ),
        )

    def brokers_seen(self) -> int:
        """Return how many live brokers this one names to a client, 0 while it doesn't answer."""
        size = struct.pack(">i", len(METADATA_REQUEST))
        try:
            with socket.create_connection(("127.0.0.1", self.port), ANSWER_SECONDS) as connection:
                connection.sendall(size + METADATA_REQUEST)
                answer = connection.recv(METADATA_ANSWER.size, socket.MSG_WAITALL)
        except OSError:  # refused, reset or silent: not ready, which is what was asked
            return 0
        if len(answer) < METADATA_ANSWER.size:
            return 0
        brokers: int = METADATA_ANSWER.unpack(answer)[3]
        return brokers

    def require_running(self) -> None:
        """Raise, with the last lines of the log, if the process has ended by itself."""
        if self.child.running:
            return
        tail = self.child.tail()
        if PORT_IN_USE in tail:
            raise port_taken(self.port, Port.KAFKA)
        what = f"kafka node {self.number} ended with {self.child.exit_code}"
        message = f"{what}: see {self.child.log}, which ends\n{tail}"
        raise LocalFailure(Reason.PROCESS_ENDED, message)
