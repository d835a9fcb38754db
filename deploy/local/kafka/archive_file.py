"""The class archive: Kafka's classes as Java has already read them, which halves a start."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from deploy.local.kafka.cache import cache
from deploy.local.kafka.jars import list_digest
from deploy.local.kafka.java import Java

AHEAD_OF_TIME = 25  # from this version on Java has its AOT cache, before it class data sharing


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """Where the archive of one runtime and one list of jars is kept, made or not yet."""

    path: Path
    ahead_of_time: bool

    @property
    def exists(self) -> bool:
        """Whether it has been made."""
        return self.path.exists()

    def read_option(self) -> str:
        """Return Java's option to use it."""
        return f"-XX:{'AOTCache' if self.ahead_of_time else 'SharedArchiveFile'}={self.path}"

    def write_option(self, draft: Path) -> str:
        """Return Java's option to write one to the path when it ends."""
        return f"-XX:{'AOTCacheOutput' if self.ahead_of_time else 'ArchiveClassesAtExit'}={draft}"


def archive_file(runtime: Java) -> ArchiveFile:
    """Return the archive's place in the cache, named for what it is made of."""
    made_of = hashlib.sha256(f"{list_digest()} {runtime}".encode()).hexdigest()[:16]
    return ArchiveFile(cache() / f"{made_of}.classes", runtime.version >= AHEAD_OF_TIME)
