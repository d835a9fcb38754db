"""A developer's step: which jars a release of Kafka needs, with their hashes, into `jars.sha256`.

python -m deploy.local.kafka lock
"""

import hashlib
import tempfile
from pathlib import Path

from jgo.maven import MavenContext

from deploy.local.kafka.jars import LIST

# Resolved one by one: together, log4j's own version management would pull in an old kafka-clients.
COORDINATES = (
    "org.apache.kafka:kafka_2.13:4.4.0",
    "org.apache.logging.log4j:log4j-slf4j-impl:2.25.5",  # Kafka's log, to its standard output
)


def write_list() -> int:
    """Resolve the coordinates, fetch every jar, write the list; return how many there are."""
    with tempfile.TemporaryDirectory(prefix="countroom-lock-") as folder:
        found: dict[str, str] = {}
        for coordinate in COORDINATES:
            for place, sha256 in _resolve(coordinate, Path(folder)).items():
                artifact = place.rsplit("/", 2)[0]
                if not any(known.startswith(artifact + "/") for known in found):
                    found[place] = sha256
    LIST.write_text("".join(f"{found[place]}  {place}\n" for place in sorted(found)))
    return len(found)


def _resolve(coordinate: str, repository: Path) -> dict[str, str]:
    context = MavenContext(repo_cache=repository)
    group, artifact, version = coordinate.split(":")
    dependency = context.create_dependency(f"{group}:{artifact}:{version}")
    inputs, transitive = context.resolver.resolve([dependency])
    found = {}
    for needed in [*inputs, *transitive]:
        path = needed.artifact.resolve()
        if path.suffix == ".jar" and needed.scope in {None, "compile", "runtime"}:
            place = path.relative_to(repository).as_posix()
            found[place] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found
