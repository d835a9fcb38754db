"""The ledger beside `eventsourcing` on PostgreSQL: single against single, batch against batch."""

from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from statistics import median
from typing import Final

from loadtest.bench.figure import Figures
from loadtest.bench.postgres import PostgresMissing, throwaway_postgres

_ROUNDS: Final = 3
_SINGLE: Final = 2_000
_BATCHED: Final = 10_000
_FLUSHES: Final = {
    True: "PostgreSQL flushes each commit to disk (fsync, synchronous_commit, full_page_writes)",
    False: "PostgreSQL flushes nothing, as the embedded Kafka (one replica, no fsync) does not",
}


@dataclass(frozen=True, slots=True)
class StoreRates:
    """Commands a second: the best of any number of threads, and batched."""

    single: float
    batched: float


def compare_with_event_sourcing(
    figures: Figures, event_bytes: int, unary_per_second: float, batched_per_second: float
) -> None:
    """Hold the ledger's rates against the better of both kinds of flushing.

    Single commands are held against whatever is quickest, bare inserts included; batches against
    the application, which decides as the ledger does. Bare inserts in batches stand beside.
    """
    try:
        decided = [_rates(figures, event_bytes, "Purchases", flushes=f) for f in (True, False)]
        bare = [_rates(figures, event_bytes, "BareInserts", flushes=f) for f in (True, False)]
    except PostgresMissing as missing:
        for name in ("unary_to_eventsourcing_single", "record_batch_to_eventsourcing_batched"):
            figures.not_measured(name, "ratio", str(missing))
        return
    single = max(rate.single for rate in decided + bare)
    batched, inserted = (max(rate.batched for rate in rates) for rates in (decided, bare))
    figures.at_least("unary_to_eventsourcing_single", unary_per_second / single, 1.0)
    figures.at_least("record_batch_to_eventsourcing_batched", batched_per_second / batched, 1.5)
    ratio = batched_per_second / inserted
    figures.note("record_batch_to_eventsourcing_bare_inserts", ratio, "ratio")


def _rates(figures: Figures, event_bytes: int, kind: str, *, flushes: bool) -> StoreRates:
    if find_spec("eventsourcing") is None or find_spec("psycopg_pool") is None:
        raise PostgresMissing("eventsourcing or psycopg is not installed: see requirements.lock")
    from loadtest.bench import event_sourcing as es  # noqa: PLC0415 - only where it is installed

    work: type[es.Work] = getattr(es, kind)
    stem = f"eventsourcing_{kind.lower()}_{'flushed' if flushes else 'unflushed'}"
    single: dict[int, float] = {}
    with throwaway_postgres(flushes=flushes) as server:
        print(f"\neventsourcing on PostgreSQL {server.version}, {kind}. {_FLUSHES[flushes]}")
        for threads in es.THREADS:
            measure = partial(
                es.single_per_second, work, server.environment, event_bytes, threads, _SINGLE
            )
            single[threads] = median(measure() for _ in range(_ROUNDS))
            figures.note(f"{stem}_{threads}_threads", single[threads], "commands/s")
        measure = partial(es.batched_per_second, work, server.environment, event_bytes, _BATCHED)
        batched = median(measure() for _ in range(_ROUNDS))
        figures.note(f"{stem}_batched", batched, "commands/s")
    return StoreRates(max(single.values()), batched)
