"""Plays a cage's evening through the real ledger and shows what the audit API says of it.

python -m loadtest.demo [--exit] [--seed N] [--patrons N]      (or EXIT=1 in the environment)

Uses the ledger that `make up` runs, or starts one of its own and keeps it up until Ctrl-C. With
--exit it ends after the summary. Exit status: 0 only if every figure is what the simulator knows.
"""

import argparse
import asyncio
import os
import sys

from deploy.local.failure import LocalFailure
from deploy.local.issuer import LocalIssuer
from deploy.local.termination import Termination
from loadtest.callers import Callers
from loadtest.clients.audit import StreamsBehind
from loadtest.clients.declined import Declined
from loadtest.demo.evening import Outcome, play_evening
from loadtest.demo.look_further import keep_token, look_further
from loadtest.demo.summary import summary_lines
from loadtest.display import Display
from loadtest.ledger_stack import Ledger, running_ledger
from loadtest.simulator.evening import Evening, make_evening

SEED = 1998
PATRONS = 140
EXIT_INTERRUPTED = 130


def main() -> int:
    """Do it and return the exit status."""
    asked = _asked()
    evening = make_evening(asked.seed, asked.patrons)
    try:
        with Display() as display, running_ledger(display) as ledger:
            outcome = asyncio.run(_play(evening, ledger, display))
            if not asked.exit:
                _stay_up(ledger, display)
            return 0 if outcome.holds else 1
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (LocalFailure, Declined, StreamsBehind) as failure:
        sys.stderr.write(f"{failure}\n")
        return 1


async def _play(evening: Evening, ledger: Ledger, display: Display) -> Outcome:
    issuer, casino_id = LocalIssuer.at(ledger.keys_dir), evening.casino.casino_id
    async with Callers(ledger.addresses, issuer, casino_id) as callers:
        display.say(f"casino {casino_id}")
        outcome = await play_evening(evening, callers, display)
        for line in summary_lines(outcome.checked, outcome.surprises):
            display.say(line)
        display.say("every check held" if outcome.holds else "NOT every check held")
        token_file = keep_token(ledger.keys_dir, callers.auditor_token()())
        for line in look_further(ledger.addresses, casino_id, token_file):
            display.say(line)
    return outcome


def _stay_up(ledger: Ledger, display: Display) -> None:
    """Keep the ledger running until the user ends it, or a part of it ends by itself."""
    termination = Termination()
    display.say("up until Ctrl-C")
    while not termination.wait(0.5):
        ledger.require_sound()


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.demo")
    ends = os.environ.get("EXIT", "") not in {"", "0"}
    parser.add_argument("--exit", action="store_true", default=ends, help="end after the summary")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed, another evening")
    parser.add_argument("--patrons", type=int, default=PATRONS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
