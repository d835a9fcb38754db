"""The embedded Kafka from the command line.

python -m deploy.local.kafka prepare              fetch, check, archive: once, then quick
python -m deploy.local.kafka up --folder DIR      run until SIGTERM or Ctrl-C
python -m deploy.local.kafka lock                 a developer's step: write jars.sha256
"""

import argparse
import sys
from pathlib import Path

from deploy.local.failure import LocalFailure
from deploy.local.kafka.archive import make_archive
from deploy.local.kafka.archive_file import archive_file
from deploy.local.kafka.cache import cache
from deploy.local.kafka.cluster import LocalKafka
from deploy.local.kafka.jars import jars, missing_jars
from deploy.local.kafka.java import java
from deploy.local.kafka.lock import write_list
from deploy.local.kafka.node_files import formatted
from deploy.local.ports import Port, configured
from deploy.local.termination import Termination


def main() -> int:
    """Do what the arguments say; return the exit status."""
    arguments = _arguments()
    if arguments.command == "lock":
        print(f"{write_list()} jars")
    elif arguments.command == "prepare":
        prepare()
    else:
        up(arguments)
    return 0


def prepare() -> None:
    """Bring everything into the cache that a start needs, saying so where it takes a while."""
    missing = len(missing_jars())
    if missing:
        print(f"Fetching {missing} jars of Kafka into {cache()}, once", flush=True)
    jars()
    formatted()
    if not archive_file(java()).exists:
        print("Making Kafka's class archive there, once", flush=True)
    make_archive()


def up(arguments: argparse.Namespace) -> None:
    """Run the cluster until this process is asked to end."""
    termination = Termination()
    kafka = LocalKafka(
        arguments.folder,
        nodes=arguments.nodes,
        port=configured(Port.KAFKA),
        controller_port=configured(Port.KAFKA_CONTROLLER),
    )
    with kafka:
        print(f"kafka ready on {kafka.bootstrap}", flush=True)
        while not termination.wait(0.5):
            for node in kafka.nodes.values():
                node.require_running()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.local.kafka")
    parser.add_argument("command", choices=["prepare", "up", "lock"])
    parser.add_argument("--folder", type=Path, default=Path("var/kafka"))
    parser.add_argument("--nodes", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LocalFailure as failure:
        sys.exit(str(failure))
