"""LocalClickHouse: the ClickHouse front as a process of its own, for development and tests."""

import shutil
import sys
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clickhouse_driver import Client

from deploy.local.child import Child
from deploy.local.clickhouse.users import OWNER, User, read_users
from deploy.local.failure import LocalFailure, Reason
from deploy.local.folder_lock import FolderLock
from deploy.local.ports import Port, free_port, is_listening, require_free
from deploy.local.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
READY_SECONDS = 60.0
GRACE_SECONDS = 20.0
ANSWER_SECONDS = 5


class LocalClickHouse:
    """A server that is ready inside `with LocalClickHouse() as clickhouse:`.

    Without a folder it lives in a throwaway one on a free port. Two users have the passwords that
    `user` tells: `default`, who may do everything, and `reader`, who may only read.
    """

    host = "127.0.0.1"

    def __init__(
        self,
        folder: Path | None = None,
        *,
        port: int | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self._throwaway = folder is None
        self.folder = (folder or Path(tempfile.mkdtemp(prefix="countroom-clickhouse-"))).resolve()
        self.port = free_port() if port is None else port
        self.child = Child("clickhouse", self.folder, working_folder=ROOT)
        self._options, self._lock = options, FolderLock(self.folder, "owner.lock")

    @property
    def users_file(self) -> Path:
        """Who may log in; `--users` among the options names another."""
        if "--users" in self._options:
            return Path(self._options[self._options.index("--users") + 1])
        return self.folder / "users.json"

    def user(self, name: str = OWNER) -> User:
        """Return a user with its password."""
        return read_users(self.users_file)[name]

    def client(self, name: str = OWNER, **options: Any) -> Client:
        """Return a clickhouse-driver client that logs in under that name.

        Its connection is closed when nobody holds the client any more.
        """
        credentials = {"user": name, "password": self.user(name).password, **options}
        client = Client(self.host, port=self.port, **credentials)
        weakref.finalize(client, client.connection.disconnect)
        return client

    def start(self) -> Self:
        """Start it and wait until it answers; raises a LocalFailure."""
        self._lock.acquire()
        try:
            self.child.end_leftover()
            require_free(self.port, Port.CLICKHOUSE)
            command = [sys.executable, "-m", "deploy.local.clickhouse", "--path", str(self.folder)]
            self.child.start([*command, "--port", str(self.port), *self._options])
            self.wait_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def wait_ready(self) -> None:
        """Wait until it answers a query."""
        if not wait_until(self._answers, READY_SECONDS):
            message = f"clickhouse is not ready after {READY_SECONDS:.0f} s: see {self.child.log}"
            raise LocalFailure(Reason.NOT_READY, message)

    def kill9(self) -> None:
        """End the server as a crash does; its data stay."""
        self.child.kill9()

    def pause(self) -> None:
        """Freeze the server (SIGSTOP) until `resume`."""
        self.child.pause()

    def resume(self) -> None:
        """Let a frozen server run on."""
        self.child.resume()

    def stop(self) -> None:
        """Stop the server; a throwaway folder is removed."""
        self.child.stop(0 if self._throwaway else GRACE_SECONDS)
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

    def _answers(self) -> bool:
        if not self.child.running:
            what = f"clickhouse ended with {self.child.exit_code}"
            message = f"{what}: see {self.child.log}, which ends\n{self.child.tail()}"
            raise LocalFailure(Reason.PROCESS_ENDED, message)
        if not is_listening(self.port):
            return False
        client = self.client(connect_timeout=ANSWER_SECONDS, send_receive_timeout=ANSWER_SECONDS)
        client.execute("SELECT 1")
        client.disconnect()
        return True
