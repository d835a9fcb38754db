"""control-totals.json: what the ledger must say of the file when it has all of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from loadtest.replay.bad_input import BadInput, Reason

FILE_NAME: Final = "control-totals.json"
SUMS: Final = ("sessions", "cash_buy_in", "chips_buy_in", "cash_out", "player_lost")
"""The figures of each month and game."""
COUNTS: Final = (
    "table_sessions_with_cash_buy_in_over_2000",
    "player_days_from_08:00_with_cash_buy_in_over_2000",
    "player_days",
)
"""The figures of the whole file."""

Figures = Mapping[str, Decimal]
"""Figures by name: a count, or e.g. "2019-01 BJ cash_out"."""


@dataclass(frozen=True, slots=True)
class ControlTotals:
    """The figures to compare, and the names of what the file has besides."""

    figures: Figures
    not_compared: tuple[str, ...]


def read_control_totals(folder: Path) -> ControlTotals:
    """Return the folder's control totals; raises BadInput."""
    path = folder / FILE_NAME
    try:
        content = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except FileNotFoundError:
        text = f"{path} is not there. Name the folder that holds {FILE_NAME} with DATA=<folder>."
        raise BadInput(Reason.FILE_MISSING, text) from None
    except ValueError as error:
        text = f"{path} is no JSON: {error}."
        raise BadInput(Reason.FILE_UNREADABLE, text) from error
    try:
        figures = _figures(content)
    except (KeyError, TypeError, ArithmeticError, AttributeError) as error:
        text = (
            f'{path} does not hold "tables" with {", ".join(SUMS)} of each month and game, and the '
            f"counts {', '.join(COUNTS)}: {error!r}."
        )
        raise BadInput(Reason.VALUE_UNREADABLE, text) from error
    besides = tuple(key for key in content if key != "tables" and key not in COUNTS)
    return ControlTotals(figures, besides)


def _figures(content: Any) -> dict[str, Decimal]:
    figures = {
        f"{group} {name}": Decimal(sums[name])
        for group, sums in content["tables"].items()
        for name in SUMS
    }
    return figures | {name: Decimal(content[name]) for name in COUNTS}
