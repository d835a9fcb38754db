"""The command line that runs one of Kafka's programs on our Java, jars and class archive."""

from collections.abc import Sequence
from pathlib import Path

from deploy.local.kafka.archive_file import archive_file
from deploy.local.kafka.jars import jars
from deploy.local.kafka.java import java

SMALL = [
    "-Xms64m",
    "-Xmx512m",
    "-XX:+UseSerialGC",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-UsePerfData",
]
QUICK = ["-XX:TieredStopAtLevel=1"]  # starts and warms faster, peaks lower: for tests
LOG = Path(__file__).with_name("log4j2.properties")


def kafka_command(
    program: Sequence[str],
    *,
    home: Path,
    quick: bool = False,
    archive_to: Path | None = None,
) -> list[str]:
    """Return the command for a main class of Kafka and its arguments.

    `home` is the folder that takes what Java would leave in the machine's temporary folder,
    `archive_to` where to write the class archive at the end.
    """
    runtime = java()
    archive = archive_file(runtime)
    temporary = home / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    options = [*SMALL, *(QUICK if quick else [])]
    options += [f"-Djava.io.tmpdir={temporary}", f"-XX:ErrorFile={home}/java_error_%p.log"]
    options += ["-Djava.awt.headless=true", f"-Dlog4j2.configurationFile={LOG}"]
    if archive_to:
        options.append(archive.write_option(archive_to))
    elif archive.exists:  # one that doesn't fit is ignored by Java, not an error
        options += [archive.read_option(), "-Xlog:disable", "-Xlog:all=error:stderr"]
    class_path = ":".join(str(jar) for jar in jars())
    return [str(runtime.executable), *options, "-cp", class_path, *program]
