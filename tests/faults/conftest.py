"""A casino that is set up and has desks open, on a broker of its own, for each fault."""

import pytest

from deploy.local.kafka.cluster import LocalKafka
from tests.ledger import Ledger
from tests.open_casino import OpenCasino


@pytest.fixture
def broker():
    with LocalKafka(quick=True) as running:
        yield running


@pytest.fixture
def three_brokers():
    with LocalKafka(nodes=3, quick=True) as running:
        yield running


@pytest.fixture
async def casino(broker, tmp_path):
    """One cashier and one compliance process on one broker."""
    with Ledger(tmp_path, broker.bootstrap) as ledger:
        async with OpenCasino(ledger) as opened:
            yield opened
