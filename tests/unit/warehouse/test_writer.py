"""The writer: rows until they are taken, in order, and never too often."""

import time
from threading import Event, Timer

import pytest

from services.warehouse.client import WarehouseAddress, WarehouseLost
from services.warehouse.writer import INSERT_EVERY_S, Rows, Writer, WriterStopped


class Flaky:
    """A warehouse that does not answer the first times."""

    def __init__(self, losses: int = 0) -> None:
        self.losses, self.taken = losses, []

    def insert(self, table, columns, data):
        if self.losses:
            self.losses -= 1
            raise WarehouseLost("127.0.0.1:9000: gone")
        self.taken.append((table, time.monotonic(), [list(column) for column in data]))

    def close(self):
        self.taken.append("closed")


def rows(table, *values):
    return Rows(table, ("a",), [list(values)])


def test_tables_are_written_in_the_order_given():
    """Rows before their cursor, and a table without rows not at all."""
    warehouse = Flaky()

    Writer(lambda: warehouse, Event()).write(
        [rows("event", 1, 2), rows("alert"), rows("cursor", 3)]
    )

    assert [table for table, *_ in warehouse.taken] == ["event", "cursor"]


def test_rows_are_offered_until_they_are_taken():
    """A warehouse that is lost twice gets the same rows a third time, and each loss is told."""
    warehouse, told = Flaky(losses=2), []

    Writer(lambda: warehouse, Event(), told.append).write([rows("event", 1, 2)])

    assert warehouse.taken[0][2] == [[1, 2]]
    assert len(told) == 2


def test_a_table_gets_at_most_five_inserts_a_second():
    """The second batch of a table waits; another table's does not."""
    warehouse, writer = Flaky(), None
    writer = Writer(lambda: warehouse, Event())

    for number in range(3):
        writer.write([rows("event", number)])
    writer.write([rows("posting", 1)])

    times = [at for _, at, _ in warehouse.taken]
    assert times[1] - times[0] >= INSERT_EVERY_S * 0.95
    assert times[2] - times[1] >= INSERT_EVERY_S * 0.95
    assert times[3] - times[2] < INSERT_EVERY_S


def test_a_writer_that_is_told_to_stop_gives_up_and_says_so():
    """Its rows are still to be written: who goes on with the cursor writes them again."""
    stopping = Event()
    Timer(0.1, stopping.set).start()

    with pytest.raises(WriterStopped):
        Writer(lambda: Flaky(losses=1_000), stopping).write([rows("event", 1)])


@pytest.mark.parametrize("address", ["", "localhost", "localhost:", ":9000", "localhost:http"])
def test_an_address_that_is_none_is_refused(address):
    """host:port, and nothing else."""
    with pytest.raises(ValueError, match="is no host:port"):
        WarehouseAddress.parse(address)
