"""LocalKafka: the real Apache Kafka on 127.0.0.1, one node or three, for development and tests."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from deploy.local.failure import LocalFailure, Reason
from deploy.local.folder_lock import FolderLock
from deploy.local.kafka.node import Node
from deploy.local.kafka.node_files import Layout
from deploy.local.ports import Port, free_port, require_free
from deploy.local.waiting import wait_until

NODES = {1, 3}
READY_SECONDS = 90.0
GRACE_SECONDS = 30.0


class LocalKafka:
    """A cluster that is ready inside `with LocalKafka() as kafka:`; clients take `kafka.bootstrap`.

    Without a folder it lives in a throwaway one, on free ports. With one the data stay there, and
    `port` and the ports after it are the brokers', `controller_port` and after the controllers'.
    Nodes are numbered from 1. No topic is ever made by itself.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        nodes: int = 1,
        port: int | None = None,
        controller_port: int | None = None,
        quick: bool = False,
    ) -> None:
        if nodes not in NODES:
            raise LocalFailure(Reason.NODES_UNSUPPORTED, f"{nodes} nodes: it runs with 1 or 3")
        self._throwaway = folder is None
        self.folder = (folder or Path(tempfile.mkdtemp(prefix="countroom-kafka-"))).resolve()
        self.layout = Layout(_ports(port, nodes), _ports(controller_port, nodes))
        self._lock = FolderLock(self.folder)
        self.nodes = {
            number: Node(number, self.folder / f"node{number}", self.layout, quick=quick)
            for number in self.layout.ports
        }

    @property
    def bootstrap(self) -> str:
        """The brokers' addresses as clients take them: `host:port,host:port`."""
        return self.layout.bootstrap

    def start(self) -> Self:
        """Start every node and wait until each sees all of them.

        Raises `folder_in_use`, `port_taken`, `process_ended` or `not_ready`.
        """
        self._lock.acquire()
        try:
            for node in self.nodes.values():
                node.child.end_leftover()
            self._require_free_ports()
            for node in self.nodes.values():
                node.start()
            self.wait_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def start_node(self, number: int) -> None:
        """Start a node that was stopped or killed, and wait until it sees all that run."""
        self.nodes[number].start()
        self.wait_ready()

    def wait_ready(self) -> None:
        """Wait until every running node names every running one as live."""
        running = [node for node in self.nodes.values() if node.child.running]

        def ready() -> bool:
            for node in running:
                node.require_running()
            return all(node.brokers_seen() >= len(running) for node in running)

        if not wait_until(ready, READY_SECONDS):
            message = (
                f"kafka is not ready after {READY_SECONDS:.0f} s: see {self.folder}/node*/*.log"
            )
            raise LocalFailure(Reason.NOT_READY, message)

    def kill9(self, number: int) -> None:
        """End a node as a crash does; its data stay."""
        self.nodes[number].child.kill9()

    def pause(self, number: int) -> None:
        """Freeze a node (SIGSTOP) until `resume`."""
        self.nodes[number].child.pause()

    def resume(self, number: int) -> None:
        """Let a frozen node run on."""
        self.nodes[number].child.resume()

    def stop(self) -> None:
        """Stop every node, kept data in order; a throwaway folder is removed."""
        for node in self.nodes.values():  # all at once: the last two would wait for the others
            node.child.ask_to_end()
        for node in self.nodes.values():
            node.child.stop(0 if self._throwaway else GRACE_SECONDS)
        self._lock.release()
        if self._throwaway:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _require_free_ports(self) -> None:
        for port in self.layout.ports.values():
            require_free(port, Port.KAFKA)
        for port in self.layout.controller_ports.values():
            require_free(port, Port.KAFKA_CONTROLLER)


def _ports(first: int | None, nodes: int) -> dict[int, int]:
    numbers = range(1, nodes + 1)
    if first is None:
        return {number: free_port() for number in numbers}
    return {number: first + number - 1 for number in numbers}
