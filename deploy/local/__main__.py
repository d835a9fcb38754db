"""The embedded default from the command line: Kafka, ClickHouse and the services on this machine.

python -m deploy.local up [--folder var] [--parts-only]     run until Ctrl-C or `down`
python -m deploy.local down [--folder var]                  stop what `up` runs
"""

import argparse
import sys
from pathlib import Path

from deploy.local import leash
from deploy.local.failure import LocalFailure, Reason
from deploy.local.services import ROOT, embedded_parts, whole_ledger
from deploy.local.supervisor.stack import PIDFILE, Stack
from deploy.local.termination import Termination
from deploy.local.waiting import wait_until

STOP_SECONDS = 120


def main() -> None:
    """Do what the arguments say."""
    arguments = _arguments()
    folder = arguments.folder.resolve()
    if arguments.command == "down":
        down(folder)
    else:
        up(folder, parts_only=arguments.parts_only)


def up(folder: Path, *, parts_only: bool) -> None:
    """Run the stack until this process is asked to end."""
    termination = Termination()
    specs = embedded_parts(folder) if parts_only else whole_ledger(folder)
    stack = Stack(folder, specs, ROOT, lambda: termination.asked)
    print(f"starting, with logs under {folder}", flush=True)
    with stack:
        for name, keeper in stack.keepers.items():
            ports = ", ".join(str(port) for port in keeper.spec.ports)
            print(f"{name:12} ready on {ports}", flush=True)
        print("all ready; Ctrl-C stops it, or `make down` elsewhere", flush=True)
        stack.wait(termination)
    print("stopped", flush=True)


def down(folder: Path) -> None:
    """Stop the stack that runs under the folder, and wait until it has stopped."""
    pidfile = folder / PIDFILE
    written = pidfile.read_text() if pidfile.exists() else ""
    running = leash.alive(written) if written else None
    if running is None:
        print(f"nothing runs under {folder}")
        return
    running.terminate()
    if not wait_until(lambda: leash.alive(written) is None, STOP_SECONDS):
        what = f"process {running.pid} still runs after {STOP_SECONDS} s"
        raise LocalFailure(Reason.NOT_STOPPED, f"{what}: see the logs under {folder}")
    print("stopped")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.local")
    parser.add_argument("command", choices=["up", "down"])
    parser.add_argument("--folder", type=Path, default=Path("var"))
    parser.add_argument("--parts-only", action="store_true", help="Kafka and ClickHouse alone")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except LocalFailure as failure:
        sys.exit(str(failure))
