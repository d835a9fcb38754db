"""One cashier and one compliance process for the whole run; each test has a casino of its own."""

import itertools

import pytest

from tests.ledger import Ledger
from tests.open_casino import OpenCasino

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def running(kafka, tmp_path_factory):
    with Ledger(tmp_path_factory.mktemp("ledger"), kafka.bootstrap) as ledger:
        processes = [ledger.process(service).start() for service in ("compliance", "cashier")]
        for process in processes:
            process.wait_ready()
        yield ledger, *processes


@pytest.fixture
async def casino(running):
    """Return a casino with first licences and four open desks."""
    opened = OpenCasino(*running, casino_id=f"casino-{next(_numbers)}")
    await opened.set_up()
    yield opened
    await opened.close()
