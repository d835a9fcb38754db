"""The ledger that a load test talks to: the one that runs under the folder, or one of its own."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.local import leash
from deploy.local.ports import Port
from deploy.local.services import ROOT, address, whole_ledger
from deploy.local.supervisor.stack import PIDFILE, Stack
from loadtest.callers import Addresses
from loadtest.display import Display

FOLDER: Final = "COUNTROOM_FOLDER"
"""Setting: where the embedded default keeps its data; `var` beside the services if unset."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """A running ledger; `require_sound` raises LocalFailure once a part of it is down for good."""

    addresses: Addresses
    folder: Path
    require_sound: Callable[[], None]

    @property
    def keys_dir(self) -> Path:
        """Return the folder of the local issuer's keys."""
        return self.folder / "keys"


@contextmanager
def running_ledger(display: Display) -> Iterator[Ledger]:
    """Use what `make up` runs; where nothing runs, start the whole ledger and stop it at the end.

    Raises LocalFailure, e.g. for a taken port.
    """
    folder = Path(os.environ.get(FOLDER) or ROOT / "var").resolve()
    pidfile = folder / PIDFILE
    if pidfile.exists() and leash.alive(pidfile.read_text()) is not None:
        display.say(f"using the ledger that runs under {folder}")
        yield Ledger(addresses(), folder, lambda: None)
        return
    display.stage(f"starting Kafka, ClickHouse and the services, logs under {folder}")
    with Stack(folder, whole_ledger(folder), ROOT) as stack:
        display.stage("all ready")
        yield Ledger(addresses(), folder, stack.require_sound)


def addresses() -> Addresses:
    """Return where the services listen, by the ports that are set."""
    return Addresses(
        cashier=address(Port.CASHIER),
        compliance=address(Port.COMPLIANCE),
        audit=address(Port.AUDIT),
        audit_http=address(Port.AUDIT_HTTP),
    )
