"""Currencies that a desk may meet, and into how many minor units each is divided (ISO 4217)."""

import tomllib
from collections.abc import Mapping
from typing import Final

from services.rulebook.package_data import text_of


def parse_currencies(text: str) -> dict[str, int]:
    """Read currencies.toml: code -> minor units in one; a code named twice is a ValueError."""
    minor_per_major: dict[str, int] = {}
    for group in tomllib.loads(text)["group"]:
        for code in group["codes"]:
            if code in minor_per_major:
                raise ValueError(code)
            minor_per_major[code] = group["minor_per_major"]
    return minor_per_major


MINOR_PER_MAJOR: Final[Mapping[str, int]] = parse_currencies(text_of("currencies.toml"))
"""Minor units in one of each currency, e.g. 100 for "GBP"; a casino's own come from its terms."""
