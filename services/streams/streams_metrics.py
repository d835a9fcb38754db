"""What the streams count and time besides what every process does."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from services.chassis.metrics import Metrics

_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.5, 5.0, 10.0, 30.0)


class StreamsMetrics:
    """The streams' own, in the process's registry."""

    def __init__(self, metrics: Metrics) -> None:
        """Register them."""
        self.lag_sequences, self.gaps = metrics.lag_sequences, metrics.gaps
        self.written_sequence = Gauge(
            "countroom_streams_written_sequence",
            "Last sequence of a book whose rows and cursor are in the warehouse",
            ["book"],
            registry=metrics.registry,
        )
        self.rows = Counter(
            "countroom_streams_rows", "Rows written", ["table"], registry=metrics.registry
        )
        self.flush_seconds = Histogram(
            "countroom_streams_flush_seconds",
            "Time from the first row of a flush gathered until its cursor is written",
            buckets=_SECONDS,
            registry=metrics.registry,
        )
        self.warehouse_losses = Counter(
            "countroom_streams_warehouse_losses",
            "Times that ClickHouse did not take rows and they were offered again",
            registry=metrics.registry,
        )
        self.findings_waiting = Gauge(
            "countroom_streams_findings_waiting",
            "Findings that the compliance book does not hold yet as alerts",
            registry=metrics.registry,
        )
