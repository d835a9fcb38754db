"""table-sessions.csv: one row a player's session at a table; every row counts, repeats too."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Final

from loadtest.replay.bad_input import BadInput, Reason

FILE_NAME: Final = "table-sessions.csv"
COLUMNS: Final = (
    "table",
    "player",
    "started",
    "ended",
    "cash_buy_in",
    "chips_buy_in",
    "cash_out",
    "player_lost",
)
"""The columns that are read; others may be there."""


@dataclass(frozen=True, slots=True)
class TableSession:
    """One row: wall clock without a zone, amounts in the major unit as the file writes them."""

    number: int
    """Place in the file, the first row 1: a row's identity, since rows repeat to the letter."""
    table: str
    player: str
    started: datetime
    ended: datetime
    cash_buy_in: Decimal
    chips_buy_in: Decimal
    cash_out: Decimal
    player_lost: Decimal

    @property
    def game(self) -> str:
        """Return the table's game, e.g. "BJ" of "BJ-3"."""
        return self.table.rpartition("-")[0] or self.table

    @property
    def month(self) -> str:
        """Return the local calendar month in which the session began, e.g. "2019-01"."""
        return f"{self.started:%Y-%m}"


def read_table_sessions(folder: Path) -> list[TableSession]:
    """Return the rows in the file's order; raises BadInput."""
    path = folder / FILE_NAME
    if not path.is_file():
        text = f"{path} is not there. Name the folder that holds {FILE_NAME} with DATA=<folder>."
        raise BadInput(Reason.FILE_MISSING, text)
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(_rows(path, csv.DictReader(file)))
    except (UnicodeDecodeError, csv.Error) as error:
        text = f"{path} is no CSV file in UTF-8: {error}. Save it so."
        raise BadInput(Reason.FILE_UNREADABLE, text) from error
    if not rows:
        raise BadInput(Reason.FILE_EMPTY, f"{path} has no rows below its heading.")
    return rows


def _rows(path: Path, reader: "csv.DictReader[str]") -> Iterator[TableSession]:
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        text = f"{path} lacks {', '.join(missing)}. It must have {', '.join(COLUMNS)}."
        raise BadInput(Reason.COLUMN_MISSING, text)
    for number, row in enumerate(reader, 1):
        yield _session(f"{path} row {number} (line {reader.line_num})", number, row)


def _session(where: str, number: int, row: dict[str, str]) -> TableSession:
    short = [column for column in COLUMNS if not row[column]]
    if short:
        text = f"{where} has nothing in {', '.join(short)}. Fill it in."
        raise BadInput(Reason.VALUE_UNREADABLE, text)
    return TableSession(
        number,
        row["table"],
        row["player"],
        _moment(where, "started", row),
        _moment(where, "ended", row),
        _amount(where, "cash_buy_in", row, least=Decimal(0)),
        _amount(where, "chips_buy_in", row),
        _amount(where, "cash_out", row, least=Decimal(0)),
        _amount(where, "player_lost", row),
    )


def _moment(where: str, column: str, row: dict[str, str]) -> datetime:
    try:
        moment = datetime.fromisoformat(row[column])
    except ValueError:
        text = f"{where} has {column}={row[column]!r}. Write local time as 2019-01-31T23:59:00."
        raise BadInput(Reason.VALUE_UNREADABLE, text) from None
    if moment.tzinfo is not None:
        text = (
            f"{where} has a zone in {column}={row[column]!r}. The zone is a setting: leave it out."
        )
        raise BadInput(Reason.VALUE_UNREADABLE, text)
    return moment


def _amount(where: str, column: str, row: dict[str, str], least: Decimal | None = None) -> Decimal:
    try:
        amount = Decimal(row[column])
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or (least is not None and amount < least):
        sign = "" if least is None else f" from {least} on"
        text = f"{where} has {column}={row[column]!r}. Write a decimal number{sign}, e.g. 1250.50."
        raise BadInput(Reason.VALUE_UNREADABLE, text)
    return amount
