"""Settings of a replay, from the environment: the data name neither zone nor currency."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from loadtest.replay.bad_input import BadInput, Reason

ZONE: Final = "COUNTROOM_REPLAY_ZONE"
CURRENCY: Final = "COUNTROOM_REPLAY_CURRENCY"
DEFAULT_ZONE: Final = "UTC"
"""A zone without clock changes, for the published half year shows none."""
DEFAULT_CURRENCY: Final = "USD"
"""Amounts are said to be dollars."""

MINOR_PER_MAJOR: Final = 100_000
"""Amounts go down to the fifth decimal of a dollar."""
LIMIT_MINOR: Final = 2_000 * MINOR_PER_MAJOR
"""2,000.00: strictly more needs a document."""
DAY_CHANGES_AT_HOUR: Final = 8
"""The hour from which the published figures count a player's day."""


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """Where the casino stands and what it counts in."""

    zone: str
    currency: str


def read_settings(environment: Mapping[str, str] = os.environ) -> ReplaySettings:
    """Return the settings; raises BadInput for an unknown zone, or what is no currency code."""
    zone = environment.get(ZONE) or DEFAULT_ZONE
    currency = environment.get(CURRENCY) or DEFAULT_CURRENCY
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        text = f"{ZONE}={zone} is no zone. Set one by its name, e.g. America/Managua or UTC."
        raise BadInput(Reason.SETTING_INVALID, text) from None
    if not re.fullmatch(r"[A-Z]{3}", currency):
        text = f"{CURRENCY}={currency} is no ISO 4217 code. Set three capitals, e.g. USD."
        raise BadInput(Reason.SETTING_INVALID, text)
    return ReplaySettings(zone, currency)
