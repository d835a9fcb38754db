"""A worker on the real broker and engine: what is committed becomes rows, once, whatever dies."""

import time

from kafka import KafkaProducer

from deploy.local.clickhouse.front import LocalClickHouse
from services.streams.topics import events_topic
from tests.integration.streams.evenings import evening, on_paper, written
from tests.live_rows import live_rows
from tests.pages_of import PaperCasino
from tests.streams_worker import Streams

CASHIER = "st-julians/cashier"


def test_pages_become_rows(streams):
    """Every table holds what the projections make of committed pages; cursors cover them all."""
    casino = evening()
    streams.write(*casino.cashier.pages, *casino.compliance.pages)

    worker = streams.process().start().wait_ready()
    written(streams, casino)

    assert live_rows(streams.warehouse) == on_paper(casino)
    assert worker.metric("countroom_streams_written_sequence")[f'{{book="{CASHIER}"}}'] == (
        casino.cashier.sequence
    )


def test_an_aborted_page_is_never_seen(streams):
    """Aborted, then other events under the same numbers: only the committed ones become rows."""
    casino, twin = PaperCasino(), PaperCasino()
    casino.register()
    streams.write(casino.compliance.page())
    worker = streams.process().start().wait_ready()
    producer = KafkaProducer(bootstrap_servers=streams.bootstrap, transactional_id="twin")
    producer.init_transactions()
    for amount in (1_111, 2_222, 3_333):
        twin.sells("p-2", amount)
        producer.begin_transaction()
        producer.send(events_topic("cashier"), twin.cashier.page(), CASHIER.encode(), partition=0)
        producer.flush()
        producer.abort_transaction()
        casino.sells("p-1", amount)
        streams.write(casino.cashier.page())
    producer.close()
    written(streams, casino)

    assert live_rows(streams.warehouse) == on_paper(casino)
    assert worker.is_ready()


def test_a_page_is_not_seen_before_it_is_committed(streams):
    """An open transaction holds its page back, and what others commit after it."""
    casino = PaperCasino()
    casino.register()
    streams.write(casino.compliance.page())
    streams.process().start().wait_ready()
    producer = KafkaProducer(bootstrap_servers=streams.bootstrap, transactional_id="slow")
    producer.init_transactions()
    producer.begin_transaction()
    casino.sells("p-1", 1_000)
    producer.send(events_topic("cashier"), casino.cashier.page(), CASHIER.encode(), partition=0)
    producer.flush()
    other = evening(3, "sliema")
    streams.write(*other.compliance.pages)
    streams.wait_for("sliema/compliance", other.compliance.sequence)
    assert streams.sequence(CASHIER) == 0

    producer.commit_transaction()
    producer.close()

    written(streams, casino)


def test_a_repeated_page_changes_nothing(streams):
    """Records delivered again, each page and long after, leave the rows as they were."""
    casino = evening(20)
    pages = [*casino.compliance.pages, *casino.cashier.pages]
    doubled = [page for page in pages for _ in range(2)]
    worker = streams.process().start().wait_ready()

    streams.write(*doubled, *pages)
    written(streams, casino)

    assert live_rows(streams.warehouse) == on_paper(casino)
    assert worker.is_ready()


def test_a_killed_worker_is_gone_on_from(streams):
    """Killed five times in the midst of it, the rows end as if nothing had happened."""
    casino = evening(120)
    streams.write(*casino.compliance.pages)
    pages, worker = casino.cashier.pages, streams.process()
    for part in range(5):
        worker.start().wait_ready()
        streams.write(*pages[part * 20 : part * 20 + 20])
        sequence = streams.sequence(CASHIER)
        streams.wait_until(lambda at=sequence: streams.sequence(CASHIER) > at, "some rows")
        worker.child.kill9()
    streams.write(*pages[100:])

    worker.start().wait_ready()
    written(streams, casino)

    assert live_rows(streams.warehouse) == on_paper(casino)


def test_a_stopped_worker_leaves_nothing_behind(streams):
    """SIGTERM: what was taken in is written, and the process ends with status 0."""
    casino = evening(10)
    streams.write(*casino.compliance.pages, *casino.cashier.pages)
    worker = streams.process().start().wait_ready()
    written(streams, casino)

    worker.child.stop(20)

    assert worker.child.exit_code == 0
    assert live_rows(streams.warehouse) == on_paper(casino)


def test_a_gap_stops_the_book_loudly_and_no_other(streams):
    """Readiness fails and the alarm counts; another casino goes on; a restart stays stopped."""
    broken, whole = evening(10), evening(10, "sliema")
    worker = streams.process().start().wait_ready()

    pages = broken.cashier.pages
    streams.write(*broken.compliance.pages, *pages[:3], *pages[4:])
    streams.write(*whole.compliance.pages, *whole.cashier.pages)
    written(streams, whole)

    streams.wait_until(lambda: "stopped" in worker.faults().get("streams", ""), "the alarm")
    assert CASHIER in worker.faults()["streams"]
    gaps = worker.metric("countroom_gaps_total")
    assert gaps == {f'{{book="{CASHIER}",reader="streams"}}': 1.0}
    worker.child.stop(20)
    worker.start()
    streams.wait_until(lambda: "stopped" in worker.faults().get("streams", ""), "the alarm again")


def test_clickhouse_down_and_back_loses_nothing(streams_kafka, tmp_path):
    """Killed under load and started again: the worker waits, says so, and writes what it held."""
    with LocalClickHouse() as clickhouse:
        streams = Streams(streams_kafka.bootstrap, clickhouse, tmp_path)
        try:
            casino = evening(60)
            streams.write(*casino.compliance.pages, *casino.cashier.pages[:20])
            worker = streams.process().start().wait_ready()
            streams.wait_for(CASHIER, 1)
            clickhouse.kill9()
            streams.write(*casino.cashier.pages[20:])
            losses = "countroom_streams_warehouse_losses_total"
            streams.wait_until(lambda: worker.metric(losses)[""] > 0, "a loss")
            clickhouse.start()
            written(streams, casino)

            assert live_rows(streams.warehouse) == on_paper(casino)
            assert worker.is_ready()
        finally:
            streams.close()


def test_partitions_go_from_worker_to_worker(streams_of_two):
    """A second worker takes one over, the first one gets it back: every row is as it must be."""
    streams = streams_of_two
    casinos = [evening(60), evening(60, "sliema")]
    one, other = streams.process(), streams.process()
    one.start().wait_ready()
    for number, casino in enumerate(casinos):
        streams.write(*casino.compliance.pages, *casino.cashier.pages[:20], partition=number)
    other.start().wait_ready()
    for number, casino in enumerate(casinos):
        streams.write(*casino.cashier.pages[20:40], partition=number)
        streams.wait_for(casino.cashier.book, 50)
    one.child.kill9()
    for number, casino in enumerate(casinos):
        streams.write(*casino.cashier.pages[40:], partition=number)
    written(streams, *casinos)

    assert live_rows(streams.warehouse) == on_paper(*casinos)
    assert other.is_ready()


def test_rows_are_not_late(streams):
    """Ten pages, each committed when the one before is in the rows: less than a second each."""
    casino = PaperCasino()
    casino.register()
    streams.write(casino.compliance.page())
    streams.process().start().wait_ready()
    streams.wait_for("st-julians/compliance", 1)
    began = time.monotonic()

    for _ in range(10):
        casino.sells("p-1", 1_000)
        streams.write(casino.cashier.page())
        written(streams, casino)

    assert time.monotonic() - began < 10


def test_a_missing_token_is_named(streams):
    """A worker that could hand in no alert does not start: it says what is missing, status 78."""
    (streams.folder / "keys" / "watch.token").unlink()
    worker = streams.process().start()

    streams.wait_until(lambda: not worker.child.running, "the end")

    assert worker.child.exit_code == 78
    assert "watch.token is missing" in worker.child.tail()
