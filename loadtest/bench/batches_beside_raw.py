"""RecordBatch beside raw kafka-python, in turns: durable commands a second to records a second."""

import uuid
from statistics import median
from typing import Final

from loadtest.bench.bench_run import BenchRun
from loadtest.bench.cpu import ProcessCpu
from loadtest.bench.event_size import mean_event_bytes
from loadtest.bench.raw_kafka import LARGE_BATCH_BYTES, make_topic, raw_records_per_second

ROUNDS: Final = 3
_COMMANDS: Final = 20_000
_RECORDS: Final = 60_000
_LEAST_RATIO: Final = 0.4
_SET_UP_EVENTS: Final = 100
"""The first events of a book are its set-up's, and not of the mix."""


async def measure_batches(run: BenchRun) -> None:
    """Measure both, the raw producer with records of the size of the mix's own events."""
    await run.record(_COMMANDS // 2)
    casino_id, figures = run.callers.casino_id, run.figures
    run.event_bytes = await mean_event_bytes(run.callers.desk(), casino_id, _SET_UP_EVENTS)
    topic, bootstrap = f"bench.raw.{uuid.uuid4().hex[:8]}", run.bench.bootstrap
    make_topic(bootstrap, topic)
    raw, batched, events, cpu_us = [], [], [], []
    for _ in range(ROUNDS):
        raw.append(raw_records_per_second(bootstrap, topic, run.event_bytes, _RECORDS))
        cpu = ProcessCpu(run.bench.pid_of("cashier"))
        rate = await run.record(_COMMANDS)
        cpu_us.append(cpu.us_each(_COMMANDS))
        batched.append(rate.commands_per_second)
        events.append(rate.recorded.events / rate.recorded.commands)
    large = raw_records_per_second(bootstrap, topic, run.event_bytes, _RECORDS, LARGE_BATCH_BYTES)
    run.batched_per_second, run.events_per_command = median(batched), median(events)
    figures.note("event_bytes", run.event_bytes, "bytes")
    figures.note("events_per_command", run.events_per_command, "events")
    figures.note("raw_kafka_records", median(raw), "records/s")
    figures.note("raw_kafka_records_in_256_kib_batches", large, "records/s")
    figures.note("record_batch_commands", run.batched_per_second, "commands/s")
    figures.note("record_batch_cashier_cpu", median(cpu_us), "us/command")
    ratio = run.batched_per_second / median(raw)
    figures.at_least("record_batch_to_raw_kafka", ratio, _LEAST_RATIO)
