"""Kafka's jars: fetched once by jgo, kept in the cache, used only with the hash that is known.

`jars.sha256` names each jar by its place in a Maven repository. `lock.py` writes it.
"""

import fcntl
import hashlib
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests
from jgo.maven import MavenContext

from deploy.local.failure import LocalFailure, Reason
from deploy.local.kafka.cache import cache

LIST = Path(__file__).with_name("jars.sha256")
ATTEMPTS = 4
AT_ONCE = 6
TIMEOUT_SECONDS = 60
PAUSE_SECONDS = 1.0  # after the first attempt, and as much longer after each: it may be busy


@dataclass(frozen=True, slots=True)
class Jar:
    """A jar by its place in a Maven repository, and the SHA-256 (hex) that it must have."""

    place: str
    sha256: str

    def is_sound(self, folder: Path) -> bool:
        """Whether the jar is in the folder, whole and unchanged."""
        path = folder / self.place
        if not path.exists():
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256


def known_jars() -> list[Jar]:
    """Return the jars of the list, in its order."""
    lines = (line.split() for line in LIST.read_text().splitlines())
    return [Jar(place, sha256) for sha256, place in lines]


def list_digest() -> str:
    """Return a short name for this very list, for what is made of its jars."""
    return hashlib.sha256(LIST.read_bytes()).hexdigest()[:16]


def missing_jars() -> list[Jar]:
    """Return the jars that are not in the cache, or not as they must be."""
    return [jar for jar in known_jars() if not jar.is_sound(cache() / "jars")]


def jars() -> list[Path]:
    """Return the class path, fetching what is missing, half there or wrong.

    The order is always the same, since the class archive is bound to it. Raises `jar_unavailable`
    when a jar can't be fetched and `jar_corrupt` when what comes is not what is known.
    """
    folder = cache() / "jars"
    with _one_at_a_time(), ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda jar: fetch(jar, folder), missing_jars()))
    return [folder / jar.place for jar in known_jars()]


def fetch(jar: Jar, folder: Path) -> None:
    """Put the jar into the folder in one step, once what came has the known hash."""
    for attempt in range(1, ATTEMPTS + 1):
        failure = _try(jar, folder)
        if failure is None:
            return
        if attempt == ATTEMPTS:
            raise failure
        time.sleep(attempt * PAUSE_SECONDS)


def _try(jar: Jar, folder: Path) -> LocalFailure | None:
    name = Path(jar.place).name
    with tempfile.TemporaryDirectory(dir=cache(), prefix="fetch-") as draft:
        try:
            fetched = _download(jar.place, Path(draft))
        except (requests.RequestException, RuntimeError) as error:
            what = f"{name} could not be fetched ({type(error).__name__})"
            todo = "see to it that this machine reaches Maven's central repository, and try again"
            return LocalFailure(Reason.JAR_UNAVAILABLE, f"{what}: {todo}")
        if not jar.is_sound(Path(draft)):
            what = f"{name} came with another hash than {LIST.name} has"
            todo = "find out what changes it between Maven's central repository and this machine"
            return LocalFailure(Reason.JAR_CORRUPT, f"{what}: {todo}")
        kept = folder / jar.place
        kept.parent.mkdir(parents=True, exist_ok=True)
        fetched.replace(kept)
    for archive in cache().glob("*.classes"):  # bound to each jar's time: it would fit no more
        archive.unlink(missing_ok=True)
    return None


def _download(place: str, repository: Path) -> Path:
    *group, artifact, version, _ = place.split("/")
    context = MavenContext(repo_cache=repository, timeout=TIMEOUT_SECONDS)
    component = context.project(".".join(group), artifact).at_version(version)
    return component.artifact().resolve()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let a second process wait for the first one's fetching instead of doing it again."""
    with (cache() / "fetch.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
