"""Comparison of the control totals with what the ledger says: each figure that is not the same."""

from dataclasses import dataclass
from decimal import Decimal

from loadtest.replay.control_totals import Figures


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure that differs; None where one side does not have it."""

    name: str
    expected: Decimal | None
    found: Decimal | None

    def __str__(self) -> str:
        """Return the line that a person reads."""
        return f"{self.name}: control total {_text(self.expected)}, ledger {_text(self.found)}"


def differences(expected: Figures, found: Figures) -> list[Difference]:
    """Return every figure of either side that the other has not the same; by value, not digits."""
    names = [*expected, *(name for name in sorted(found) if name not in expected)]
    pairs = ((name, expected.get(name), found.get(name)) for name in names)
    return [Difference(*pair) for pair in pairs if pair[1] != pair[2]]


def _text(figure: Decimal | None) -> str:
    return "none" if figure is None else f"{figure:f}"
