"""Arrivals: when patrons come, few at opening, most around eleven, none near the end."""

import random
from typing import Final

PEAK_AT: Final = 0.45
"""Share of the evening after which most have come."""


def arrivals(chance: random.Random, patrons: int, opens_us: int, closes_us: int) -> list[int]:
    """Return a moment for each patron, in order, in microseconds since 1970 UTC."""
    span_us = (closes_us - opens_us) * 3 // 4  # whoever comes has time to play
    return sorted(
        opens_us + int(span_us * chance.triangular(0.0, 1.0, PEAK_AT)) for _ in range(patrons)
    )
