"""How a process says that it is ready."""

from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException

from deploy.local.kafka.probe import brokers_seen
from deploy.local.ports import is_listening

Ready = Callable[[], bool]
ANSWER_SECONDS = 1.0


def listening(port: int) -> Ready:
    """Ready once connections are taken up."""
    return lambda: is_listening(port)


def kafka_answers(ports: list[int]) -> Ready:
    """Ready once each broker sees all of them."""
    return lambda: all(brokers_seen(port) >= len(ports) for port in ports)


def http_ready(port: int, path: str = "/readyz") -> Ready:
    """Ready once the path answers 200."""

    def ready() -> bool:
        connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", path)
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):  # refused or silent: not ready, which is what was asked
            return False
        finally:
            connection.close()

    return ready
