"""A ClickHouse front at each of the two revisions that it offers."""

import pytest

from deploy.local.clickhouse.tcp.revision import DEFAULT, Revision
from deploy.local.ports import free_port
from tests.integration.local.front import front_in


@pytest.fixture(scope="module", params=[DEFAULT, Revision.NEWEST], ids=["default", "newest"])
def revision(request):
    return request.param


@pytest.fixture(scope="module")
def http_port():
    return free_port()


@pytest.fixture(scope="module")
def front(tmp_path_factory, revision, http_port):
    options = ["--revision", str(int(revision)), "--http-port", str(http_port)]
    with front_in(tmp_path_factory.mktemp("front"), *options) as running:
        yield running


@pytest.fixture
def client(front):
    connected = front.client()
    yield connected
    connected.disconnect()
