"""One owner for a data folder: a lock that the system takes back when its owner dies."""

import fcntl
import os
from pathlib import Path

from deploy.local.failure import LocalFailure, Reason


class FolderLock:
    """An exclusive hold on a folder for as long as this process lives or until `release`.

    A process that serves the folder's data and the one that owns it hold locks of two names.
    """

    def __init__(self, folder: Path, name: str = "countroom.lock") -> None:
        self._path = folder / name
        self._file: int | None = None

    def acquire(self) -> None:
        """Hold the folder, made if need be; `folder_in_use` if another one does."""
        if self._file is not None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(file, 20).decode() or "unknown"
            os.close(file)
            where = self._path.parent
            what = f"{where} is in use by process {holder}"
            message = f"{what}: end it (`make down` ends `make up`), or name another folder"
            raise LocalFailure(Reason.FOLDER_IN_USE, message) from None
        os.truncate(file, 0)
        os.pwrite(file, str(os.getpid()).encode(), 0)
        self._file = file

    def release(self) -> None:
        """Let go of the folder; nothing happens if it isn't held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
