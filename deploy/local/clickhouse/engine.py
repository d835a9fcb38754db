"""The real ClickHouse engine inside this process: it holds the data folder's lock."""

import threading
from pathlib import Path

from deploy.local.clickhouse.session import Session


class Engine:
    """chDB over one data folder. One engine a process, one session a client."""

    def __init__(self, folder: Path, config: Path | None = None) -> None:
        self.url = f"{folder}?config-file={config}" if config else str(folder)
        self.admin, self._one_at_a_time = Session(self.url), threading.Lock()
        self.version = self.admin.text("SELECT version()")
        self.timezone = self.admin.text("SELECT timezone()")

    def session(self) -> Session:
        """Return a connection of its own for one client."""
        return Session(self.url)

    def kill(self, tag: str) -> None:
        """End the running query whose text holds the tag."""
        ours = f"query LIKE '%{tag}%' AND query NOT LIKE 'KILL%'"
        with self._one_at_a_time:
            self.admin.run(f"KILL QUERY WHERE {ours} ASYNC")
