"""A broker of their own for the streams' tests: a stopped book here must stop nobody else's."""

from collections.abc import Iterator

import pytest

from deploy.local.kafka.cluster import LocalKafka
from tests.streams_worker import Streams


@pytest.fixture(scope="package")
def streams_kafka() -> Iterator[LocalKafka]:
    with LocalKafka(quick=True) as running:
        yield running


@pytest.fixture
def streams(streams_kafka, clickhouse, tmp_path) -> Iterator[Streams]:
    """Topics of one partition, a warehouse, and no process yet."""
    made = Streams(streams_kafka.bootstrap, clickhouse, tmp_path)
    yield made
    made.close()


@pytest.fixture
def streams_of_two(streams_kafka, clickhouse, tmp_path) -> Iterator[Streams]:
    """Return the same with topics of two partitions."""
    made = Streams(streams_kafka.bootstrap, clickhouse, tmp_path, partitions=2)
    yield made
    made.close()
