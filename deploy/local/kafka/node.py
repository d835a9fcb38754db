"""One Kafka node: its process, its files, and what it knows of the cluster."""

from pathlib import Path

from deploy.local.child import Child
from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka.command import kafka_command
from deploy.local.kafka.node_files import Layout, format_data, write_settings
from deploy.local.kafka.probe import brokers_seen
from deploy.local.ports import Port, port_taken

PORT_IN_USE = "Address already in use"


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
        return brokers_seen(self.port)

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
