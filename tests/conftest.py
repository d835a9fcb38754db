"""What every test may ask for: the real broker and the real engine, started once a run."""

from collections.abc import Iterator

import pytest

from deploy.local.clickhouse.front import LocalClickHouse
from deploy.local.kafka.cluster import LocalKafka


@pytest.fixture(scope="session")
def kafka() -> Iterator[LocalKafka]:
    """One real Kafka node for the whole run: name your own topics, and make them first."""
    with LocalKafka(quick=True) as running:
        yield running


@pytest.fixture(scope="session")
def clickhouse() -> Iterator[LocalClickHouse]:
    """Return one real ClickHouse for the whole run: `client()` logs in; make your own database."""
    with LocalClickHouse() as running:
        yield running
