"""The files of one Kafka node: its settings and its formatted data folder."""

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from string import Template

from deploy.local.kafka.cache import cache
from deploy.local.kafka.command import kafka_command
from deploy.local.kafka.jars import list_digest

TEMPLATE = Path(__file__).with_name("server.properties")
CLUSTER_ID = "Q291bnRyb29tTG9jYWxLYQ"
MOST_COPIES = 3


@dataclass(frozen=True, slots=True)
class Layout:
    """Who the nodes of a cluster are: broker port and controller port by node id, from 1."""

    ports: dict[int, int]
    controller_ports: dict[int, int]

    @property
    def bootstrap(self) -> str:
        """The brokers' addresses as clients take them."""
        return ",".join(f"127.0.0.1:{port}" for port in self.ports.values())


def write_settings(layout: Layout, node: int, home: Path) -> Path:
    """Write the node's server.properties into its folder and return its path."""
    home.mkdir(parents=True, exist_ok=True)
    nodes = len(layout.ports)
    voters = (f"{n}@127.0.0.1:{port}" for n, port in layout.controller_ports.items())
    path = home / "server.properties"
    path.write_text(
        Template(TEMPLATE.read_text()).substitute(
            node_id=node,
            port=layout.ports[node],
            controller_port=layout.controller_ports[node],
            data_dir=home / "data",
            voters=",".join(voters),
            rf=min(MOST_COPIES, nodes),
            min_isr=2 if nodes >= MOST_COPIES else 1,
        ),
    )
    return path


def format_data(node: int, home: Path) -> None:
    """Make the node's data folder unless it is there; what is there is kept.

    Kafka's own tool formats one folder, once, into the cache; nodes take copies. The tool's
    identity for the folder is left out, and Kafka makes a fresh one when it starts.
    """
    data = home / "data"
    if (data / "meta.properties").exists():
        return
    shutil.rmtree(data, ignore_errors=True)  # half made, by a run that was killed
    draft = home / "data.draft"
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(formatted(), draft)
    identity = f"version=1\ncluster.id={CLUSTER_ID}\nnode.id={node}\n"
    (draft / "meta.properties").write_text(identity)
    draft.rename(data)


def formatted() -> Path:
    """Return the folder that Kafka's tool has formatted, made on the first call."""
    kept = cache() / f"{list_digest()}.formatted"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=cache(), prefix="format-") as folder:
            home = Path(folder)
            settings = write_settings(Layout({1: 1}, {1: 2}), 1, home)
            tool = ["kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(settings)]
            subprocess.run(kafka_command(tool, home=home), check=True, stdout=subprocess.DEVNULL)
            _keep(home / "data", kept)
    return kept


def _keep(made: Path, kept: Path) -> None:
    try:
        made.rename(kept)
    except OSError:
        if not kept.exists():  # otherwise another process was first, and its folder is as good
            raise
