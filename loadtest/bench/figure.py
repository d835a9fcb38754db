"""Figures of a bench run: printed as they come, written to bench.json at the end."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final

NOT_MEASURED: Final = "not measured"
_PERCENT: Final = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its value or "not measured", what was expected, and whether that held.

    `expected` is text, e.g. ">= 0.4"; None where nothing was promised, and `held` is None with it.
    """

    value: float | str
    unit: str
    expected: str | None = None
    held: bool | None = None


@dataclass(slots=True)
class Figures:
    """All figures of a run by name."""

    by_name: dict[str, Figure] = field(default_factory=dict)

    def note(self, name: str, value: float, unit: str) -> None:
        """Take in a figure that nothing was promised of."""
        self._take(name, Figure(_shown(value), unit))

    def at_least(self, name: str, value: float, least: float, unit: str = "ratio") -> None:
        """Take in a figure that must not be less."""
        self._take(name, Figure(_shown(value), unit, f">= {least:g}", value >= least))

    def at_most(self, name: str, value: float, most: float, unit: str = "ratio") -> None:
        """Take in a figure that must not be more."""
        self._take(name, Figure(_shown(value), unit, f"<= {most:g}", value <= most))

    def not_measured(self, name: str, unit: str, why: str) -> None:
        """Say that a figure could not be had here."""
        self._take(name, Figure(NOT_MEASURED, unit, why))

    @property
    def all_held(self) -> bool:
        """Say whether nothing that was measured fell short."""
        return all(figure.held is not False for figure in self.by_name.values())

    def write(self, path: Path) -> None:
        """Write {name: {value, unit, expected, held}}."""
        lines = {name: asdict(figure) for name, figure in self.by_name.items()}
        path.write_text(json.dumps(lines, indent=2) + "\n", encoding="utf-8")

    def _take(self, name: str, figure: Figure) -> None:
        self.by_name[name] = figure
        print(_line(name, figure), flush=True)


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile of at least two values, e.g. 99."""
    return quantiles(values, n=_PERCENT, method="inclusive")[percent - 1]


@contextmanager
def part(title: str) -> Iterator[None]:
    """Print what is measured next."""
    print(f"\n{title}", flush=True)
    yield


def _shown(value: float) -> float:
    """Return a value with the digits that mean something."""
    return float(f"{value:.4g}")


def _line(name: str, figure: Figure) -> str:
    value = figure.value if isinstance(figure.value, str) else f"{figure.value:,g}"
    held = {None: " ", True: "held", False: "SHORT"}[figure.held]
    return f"  {name:<58} {value:>14} {figure.unit:<14} {figure.expected or '':<12} {held}"
