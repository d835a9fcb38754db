"""Making the class archive: a broker runs once, and as it stops Java writes what it has read."""

import tempfile
from pathlib import Path

from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka.archive_file import archive_file
from deploy.local.kafka.cache import cache
from deploy.local.kafka.java import java
from deploy.local.kafka.node import Node
from deploy.local.kafka.node_files import Layout
from deploy.local.ports import free_port
from deploy.local.waiting import wait_until

SECONDS = 120.0


def make_archive() -> Path:
    """Return the class archive, made if it isn't there: 10 to 20 s of work, once."""
    archive = archive_file(java())
    if archive.exists:
        return archive.path
    with tempfile.TemporaryDirectory(dir=cache(), prefix="archive-") as folder:
        home, draft = Path(folder), Path(folder) / "draft"
        layout = Layout({1: free_port()}, {1: free_port()})
        node = Node(1, home, layout, quick=False)
        node.start(archive_to=draft)
        try:
            if not wait_until(lambda: node.brokers_seen() > 0, SECONDS):
                message = f"kafka is not ready after {SECONDS:.0f} s:\n{node.child.tail()}"
                raise LocalFailure(Reason.NOT_READY, message)
        finally:
            node.child.stop(SECONDS)
        draft.replace(archive.path)
    return archive.path
