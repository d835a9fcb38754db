"""The streams' processes on a real broker and engine: topics and a database made for one test."""

import json
import os
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kafka import KafkaAdminClient

from deploy.local.child import Child
from deploy.local.issuer import LocalIssuer
from deploy.local.ports import free_port
from deploy.local.waiting import wait_until
from services.chassis.kafka_log import LogWriter, Record, events_topic
from services.chassis.pages import read_page
from services.chassis.topics import create_topics, topics
from services.warehouse.client import Row, Warehouse, WarehouseAddress
from services.warehouse.migrate import migrate

READY_WITHIN_S = 60.0
SEEN_WITHIN_S = 60.0


class WorkerProcess:
    """One process of the streams with a health page of its own."""

    def __init__(self, name: str, folder: Path, environment: dict[str, str]) -> None:
        self.pages = f"127.0.0.1:{free_port()}"
        self.child = Child(name, folder, environment | {"COUNTROOM_HEALTH_ADDRESS": self.pages})

    def start(self, module: str = "services.streams") -> "WorkerProcess":
        self.child.start([sys.executable, "-m", module])
        return self

    def wait_ready(self) -> "WorkerProcess":
        if not wait_until(lambda: self.is_ready() or not self.child.running, READY_WITHIN_S):
            raise TimeoutError(f"not ready: {self.faults()}\n{self.child.tail()}")
        assert self.child.running, self.child.tail()
        return self

    def is_ready(self) -> bool:
        return self.faults() == {}

    def faults(self) -> dict[str, str]:
        """Return what the process says of itself; {"": ...} where it does not answer."""
        try:
            with urllib.request.urlopen(f"http://{self.pages}/readyz", timeout=2) as answer:
                return dict(json.load(answer)["faults"])
        except urllib.error.HTTPError as error:
            return dict(json.load(error)["faults"])
        except OSError as error:
            return {"": str(error)}

    def metric(self, name: str) -> dict[str, float]:
        """Return a metric's values by the text of their labels."""
        with urllib.request.urlopen(f"http://{self.pages}/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
        found = [line.rpartition(" ") for line in lines if line.startswith(name)]
        return {label.removeprefix(name): float(value) for label, _, value in found}


class Streams:
    """Topics of one partition number, a warehouse, and whatever processes a test starts on them."""

    def __init__(self, bootstrap: str, clickhouse: Any, folder: Path, partitions: int = 1) -> None:
        self.bootstrap, self.folder = bootstrap, folder
        database = "streams_" + re.sub(r"\W", "_", folder.name)
        password = clickhouse.user().password
        self.at = WarehouseAddress(clickhouse.host, clickhouse.port, database, password=password)
        keys = folder / "keys"
        token = LocalIssuer.at(keys).issue("streams", ["watch"], ["*"], is_person=False)
        (keys / "watch.token").write_text(token)
        self.environment = {
            "COUNTROOM_KAFKA": bootstrap,
            "COUNTROOM_CLICKHOUSE": f"{self.at.host}:{self.at.port}",
            "COUNTROOM_CLICKHOUSE_DATABASE": database,
            "COUNTROOM_CLICKHOUSE_PASSWORD": password,
            "COUNTROOM_STATE_DIR": str(folder / "state"),
            "COUNTROOM_KEYS_DIR": str(keys),
            "COUNTROOM_STREAMS_GROUP": database,
            "PYTHONPATH": os.pathsep.join([".", "gen"]),
        }
        create_topics(bootstrap, partitions, 1)
        migrate(self.at)
        self.warehouse = Warehouse(self.at)
        self.processes: list[WorkerProcess] = []
        self.writers: list[LogWriter] = []

    def process(self, **environment: str) -> WorkerProcess:
        """Return a process that is not started yet."""
        name = f"streams-{len(self.processes)}"
        own = {"COUNTROOM_STREAMS_INSTANCE": name}
        process = WorkerProcess(name, self.folder, self.environment | own | environment)
        self.processes.append(process)
        return process

    def writer(self, transactional_id: str = "paper") -> LogWriter:
        """Return a fenced writer of pages."""
        writer = LogWriter(self.bootstrap, transactional_id)
        self.writers.append(writer)
        writer.fence()
        return writer

    def write(self, *values: bytes, partition: int = 0) -> None:
        """Commit pages, five a transaction."""
        writer = self.writers[0] if self.writers else self.writer()
        for first in range(0, len(values), 5):
            writer.append(records(values[first : first + 5], partition))

    def rows(self, sql: str, **given: Any) -> list[Row]:
        return self.warehouse.rows(sql, given)

    def sequence(self, book: str) -> int:
        """Return how far a book's cursor says its rows go."""
        found = self.rows("SELECT max(sequence) FROM cursor WHERE book = %(book)s", book=book)
        return int(found[0][0])

    def wait_for(self, book: str, sequence: int) -> None:
        """Wait until a book's rows are written through a sequence."""
        self.wait_until(lambda: self.sequence(book) >= sequence, f"{book} {sequence}")

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        if not wait_until(condition, SEEN_WITHIN_S):
            tails = "\n".join(process.child.tail() for process in self.processes)
            raise TimeoutError(f"{what}: not within {SEEN_WITHIN_S} s\n{tails}")

    def close(self) -> None:
        for process in self.processes:
            if process.child.running:
                process.child.stop(10)
        for writer in self.writers:
            writer.close()
        self.warehouse.run(f"DROP DATABASE IF EXISTS `{self.at.database}`")
        self.warehouse.close()
        admin = KafkaAdminClient(bootstrap_servers=self.bootstrap)
        admin.delete_topics(list(topics(1, 1)))
        admin.close()


def records(values: Iterable[bytes], partition: int = 0) -> list[Record]:
    """Return pages as the records that a writer commits."""
    return [_record(value, partition) for value in values]


def _record(value: bytes, partition: int) -> Record:
    book = read_page(value).book
    return Record(events_topic(book.partition("/")[2]), partition, book.encode(), value)
