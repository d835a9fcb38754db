"""Measures the ledger on this machine, prints each figure, and writes bench.json.

python -m loadtest.bench [ratios] [--out bench.json]   the ratios, some minutes
python -m loadtest.bench scale [--events N]            a book of a million events: CPU, restarts

The load client is this process; the services, the echo and the stores run in their own. Exit
status: 0 if every expectation held, 1 if one fell short, 2 where it could not be measured.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from deploy.local.failure import LocalFailure
from loadtest.bench.answered import NotRecorded
from loadtest.bench.batches_beside_raw import measure_batches
from loadtest.bench.bench_run import BenchRun, bench_run
from loadtest.bench.bench_stack import BenchStack, bench_stack
from loadtest.bench.command_mix import NAME
from loadtest.bench.drain import measure_drain
from loadtest.bench.figure import Figures, part
from loadtest.bench.other_store import compare_with_event_sourcing
from loadtest.bench.queryable import measure_lag
from loadtest.bench.raw_kafka import Crc32cMissing
from loadtest.bench.record_batch import BATCH, IN_FLIGHT
from loadtest.bench.rows import RowsBehind
from loadtest.bench.scale import measure_scale
from loadtest.bench.unary import measure_unary
from loadtest.clients.declined import Declined

EXIT_SHORT = 1
EXIT_FAILED = 2
EXIT_INTERRUPTED = 130


def main() -> int:
    """Measure and return the exit status."""
    asked = _asked()
    figures = Figures()
    try:
        if asked.what == "scale":
            with bench_stack() as bench:
                asyncio.run(measure_scale(bench, figures, asked.events))
        else:
            _ratios(figures)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (LocalFailure, Declined, NotRecorded, RowsBehind, Crc32cMissing) as failure:
        sys.stderr.write(f"{failure}\n")
        return EXIT_FAILED
    figures.write(asked.out)
    print(f"\nwritten to {asked.out}")
    return 0 if figures.all_held else EXIT_SHORT


def _ratios(figures: Figures) -> None:
    with bench_stack() as bench:
        run = asyncio.run(_ledger(bench, figures))
    compare_with_event_sourcing(
        figures, run.event_bytes, run.unary_per_second, run.batched_per_second
    )


async def _ledger(bench: BenchStack, figures: Figures) -> BenchRun:
    async with bench_run(bench, figures) as run:
        with part(f"RecordBatch of {BATCH}, {IN_FLIGHT} under way, beside raw Kafka: {NAME}"):
            await measure_batches(run)
        with part("Unary beside an empty gRPC echo of the same sizes"):
            await measure_unary(run)
        with part("One streams worker on a full topic: event, posting and session rows"):
            await measure_drain(run)
        with part("Event to queryable at 500 events/s"):
            await measure_lag(run)
    return run


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m loadtest.bench")
    parser.add_argument("what", nargs="?", choices=["ratios", "scale"], default="ratios")
    parser.add_argument("--out", type=Path, help="bench.json, or bench-scale.json")
    parser.add_argument("--events", type=int, default=1_000_000, help="of the large book")
    asked = parser.parse_args()
    asked.out = asked.out or Path("bench-scale.json" if asked.what == "scale" else "bench.json")
    return asked


if __name__ == "__main__":
    sys.exit(main())
