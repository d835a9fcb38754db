"""Replays a folder of table sessions through the ledger and compares with its control totals.

python -m loadtest.replay --data FOLDER      or DATA=FOLDER, as an argument or in the environment

Uses the ledger that `make up` runs, or starts one of its own. Exit status: 0 only if every figure
is equal, 1 if one differs, 2 for input that can't be replayed.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from deploy.local.failure import LocalFailure
from deploy.local.issuer import LocalIssuer
from loadtest.callers import Callers
from loadtest.clients.audit import StreamsBehind
from loadtest.clients.declined import Declined
from loadtest.display import Display
from loadtest.ledger_stack import Ledger, running_ledger
from loadtest.replay.bad_input import BadInput
from loadtest.replay.report import comparison_lines, told_lines
from loadtest.replay.run import Replay, compare, read_replay, soundness, tell
from loadtest.replay.settings import read_settings

EXIT_DIFFERS = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


def main() -> int:
    """Do it and return the exit status."""
    try:
        replay = read_replay(_folder(), read_settings())
        with Display() as display, running_ledger(display) as ledger:
            return asyncio.run(_replay(replay, ledger, display))
    except BadInput as bad:
        sys.stderr.write(f"{bad}\n")
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (LocalFailure, Declined, StreamsBehind) as failure:
        sys.stderr.write(f"{failure}\n")
        return EXIT_DIFFERS


async def _replay(replay: Replay, ledger: Ledger, display: Display) -> int:
    issuer = LocalIssuer.at(ledger.keys_dir)
    casino_id = replay.casino.casino_id
    async with Callers(ledger.addresses, issuer, casino_id) as callers:
        told = await tell(replay, callers, display)
        for line in told_lines(replay, told):
            display.say(line)
        audit = callers.auditor()
        found = await compare(replay, told, audit, display)
        checks = [check async for check in soundness(casino_id, told, audit)]
        for line in comparison_lines(replay, found, checks):
            display.say(line)
    all_held = not found and all(check.holds for check in checks)
    return 0 if all_held else EXIT_DIFFERS


def _folder() -> Path:
    parser = argparse.ArgumentParser(prog="python -m loadtest.replay")
    parser.add_argument("--data", default=os.environ.get("DATA", ""), help="folder to replay")
    parser.add_argument("setting", nargs="?", default="", help="or so: DATA=FOLDER")
    given = parser.parse_args()
    folder = given.setting.removeprefix("DATA=") or given.data
    if not folder:
        parser.error("name the folder that holds table-sessions.csv: --data FOLDER")
    return Path(folder)


if __name__ == "__main__":
    sys.exit(main())
