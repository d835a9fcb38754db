"""Watch rules as data: what is counted, over which window, and when it is too much."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from services.rulebook.package_data import text_of

_HOUR_US: Final = 3_600 * 1_000_000
WINDOWS: Final[Mapping[str, int]] = {
    "gaming_day": 0,
    "24_hours": 24 * _HOUR_US,
    "7_days": 7 * 24 * _HOUR_US,
}
"""How far each window reaches back from an exchange, in microseconds; 0 for its gaming day."""


@dataclass(frozen=True, slots=True)
class WatchRule:
    """One [[watch]] of watches.toml; the band is a share of the identification limit."""

    name: str
    version: int
    measure: str
    threshold: int
    band_from: Fraction
    band_to: Fraction
    window: str
    obligation: str
    sentence: str

    @property
    def reach_us(self) -> int:
        """Return how far the window reaches back, in microseconds; 0 for the gaming day."""
        return WINDOWS[self.window]


def parse_watches(text: str) -> tuple[WatchRule, ...]:
    """Read watches.toml; an unknown key is a TypeError, a rule that makes no sense a ValueError."""
    rules = []
    for line in tomllib.loads(text)["watch"]:
        low, high = (Fraction(share) for share in line.pop("band"))
        rule = WatchRule(**line, band_from=low, band_to=high)
        if rule.window not in WINDOWS or not 0 <= low <= high or rule.threshold < 1:
            raise ValueError(rule)
        rules.append(rule)
    if len({rule.name for rule in rules}) != len(rules):
        raise ValueError(sorted(rule.name for rule in rules))
    return tuple(rules)


WATCHES: Final = parse_watches(text_of("watches.toml"))
"""The rules that this version watches by."""
