"""Rebuild as a process: refold, compare, exchange what differs, and say so."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from services.chassis.kafka_log import LogUnread
from services.chassis.logging import set_up_logging
from services.chassis.pages import BrokenChain, MalformedPage
from services.chassis.settings import Settings, SettingsWrong
from services.streams.log_reader import LogReader
from services.streams.rebuild.beside import InsertsRunning, drop_beside, exchange, make_beside
from services.streams.rebuild.comparison import TableDifference, compare_table
from services.streams.rebuild.refold import Refold
from services.streams.rebuild.vector import Vector
from services.streams.reconcile.warehouse_tally import cursors
from services.streams.tables import TABLES
from services.streams.topics import TopicsMissing, require_topics
from services.streams.warehouse_cursors import READER
from services.warehouse.client import Warehouse, WarehouseLost
from services.warehouse.settings import warehouse_address

EXIT_DIFFERENT: Final = 1
EXIT_UNKNOWN: Final = 2
EXIT_MISCONFIGURED: Final = 78


def main(arguments: Sequence[str]) -> int:
    """Run: 0 every table was as the log makes it, 1 some were not and are now, 2 not known."""
    parser = argparse.ArgumentParser(prog="services.streams.rebuild", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="table", help=f"of {', '.join(TABLES)}")
    tables = parser.parse_args(arguments).tables or list(TABLES)
    if unknown := sorted(set(tables) - set(TABLES)):
        parser.error(f"no such table: {', '.join(unknown)}; there are {', '.join(TABLES)}")
    try:
        settings = Settings()
        set_up_logging("rebuild", settings.log_level)
        require_topics(settings.kafka)
        return _rebuild(settings, tables)
    except (SettingsWrong, TopicsMissing, OSError, ValueError) as error:
        sys.stderr.write(f"countroom rebuild: {error}\n")
        return EXIT_MISCONFIGURED
    except (WarehouseLost, LogUnread, BrokenChain, MalformedPage, InsertsRunning) as error:
        sys.stderr.write(f"not rebuilt: {error}\n")
        return EXIT_UNKNOWN


def _rebuild(settings: Settings, tables: Sequence[str]) -> int:
    address = warehouse_address(settings)
    warehouse, reader = Warehouse(address), LogReader(settings.kafka)
    refold = Refold(reader, lambda: Warehouse(address), Warehouse(address))
    try:
        make_beside(warehouse)
        vector: Vector = {}
        # Twice: the second round folds only what was written during the first.
        for _ in range(2):
            vector = {b: s for b, (s, _) in cursors(warehouse, READER).items()}
            refold.fold_through(vector)
        found = [compare_table(warehouse, table, vector) for table in tables]
        different = [difference.table for difference in found if difference.differing]
        for difference in found:
            _say(difference)
        for table in different:
            exchange(warehouse, table, vector)
            sys.stdout.write(f"{table}: the rebuilt rows are in its place\n")
        if different:
            sys.stdout.write("restart the streams' workers: they hold state from the old rows\n")
        drop_beside(warehouse)
    finally:
        refold.close()
        reader.close()
        warehouse.close()
    return EXIT_DIFFERENT if different else 0


def _say(difference: TableDifference) -> None:
    said = f"{difference.table}: {difference.rows} rows, rebuilt {difference.rebuilt_rows}"
    if not difference.differing:
        sys.stdout.write(f"{said}, equal\n")
        return
    keys = ", ".join(difference.keys)
    sys.stdout.write(f"{said}, {difference.differing} differ, e.g. {keys}\n")
