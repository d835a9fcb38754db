"""A throwaway PostgreSQL from installed binaries, never run as root."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.local.ports import free_port

_UNPRIVILEGED: Final = "nobody"
_USER: Final = "bench"


class PostgresMissing(Exception):
    """There is no PostgreSQL here, or none that this user can start; the text says which."""


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server on 127.0.0.1, without a password, that goes away with its folder."""

    port: int
    version: str

    @property
    def environment(self) -> dict[str, str]:
        """Return the settings by which `eventsourcing` finds it."""
        return {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": "postgres",
            "POSTGRES_HOST": "127.0.0.1",
            "POSTGRES_PORT": str(self.port),
            "POSTGRES_USER": _USER,
            "POSTGRES_PASSWORD": "",
        }


@contextmanager
def throwaway_postgres(*, flushes: bool) -> Iterator[Postgres]:
    """Run a server; one that `flushes` has every commit on disk before it answers (its default).

    Raises PostgresMissing.
    """
    binaries = _binaries()
    folder = Path(tempfile.mkdtemp(prefix="countroom-postgres-"))
    try:
        yield from _run(binaries, folder, flushes=flushes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(binaries: Path, folder: Path, *, flushes: bool) -> Iterator[Postgres]:
    data, port = folder / "data", free_port()
    prefix = _unprivileged(folder)
    _do([*prefix, str(binaries / "initdb"), "-D", str(data), "-U", _USER, "-A", "trust"])
    durable = "on" if flushes else "off"
    options = (
        f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=50 "
        f"-c fsync={durable} -c synchronous_commit={durable} -c full_page_writes={durable}"
    )
    control = [*prefix, str(binaries / "pg_ctl"), "-D", str(data), "-w", "-t", "60"]
    _do([*control, "-o", options, "-l", str(folder / "log"), "start"])
    try:
        version = _do([str(binaries / "postgres"), "--version"]).split()[2]
        yield Postgres(port, version)
    finally:
        _do([*control, "-m", "immediate", "stop"])


def _binaries() -> Path:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = shutil.which("initdb")
    for initdb in (*reversed(installed), *([Path(found)] if found else [])):
        folder = initdb.resolve().parent
        if (folder / "pg_ctl").exists() and (folder / "postgres").exists():
            return folder
    raise PostgresMissing("no PostgreSQL is installed: put its initdb and pg_ctl on the PATH")


def _unprivileged(folder: Path) -> Sequence[str]:
    """Return what a command begins with so that it does not run as root: PostgreSQL refuses."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise PostgresMissing("this is root and setpriv is missing: run as another user")
    shutil.chown(folder, _UNPRIVILEGED)
    return (setpriv, f"--reuid={_UNPRIVILEGED}", "--clear-groups", "--")


def _do(command: Sequence[str]) -> str:
    done = subprocess.run(  # noqa: S603 - installed programs, arguments of our own
        command,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        cwd="/",
    )
    if done.returncode:
        raise PostgresMissing(f"{Path(command[-1]).name} failed: {done.stdout.strip()[-400:]}")
    return done.stdout
