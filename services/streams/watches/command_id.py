"""Command ids of alerts: a UUIDv7 that the same finding always gets."""

from hashlib import sha256
from typing import Final

_VERSION_7: Final = 7 << 76
_VARIANT: Final = 2 << 62
_TAIL: Final = (1 << 62) - 1


def command_id_of(alert_id: str, occurred_us: int) -> str:
    """Return the id by which an alert is handed in: the crossing's moment, a hash of its id."""
    random = int.from_bytes(sha256(alert_id.encode()).digest()[:10], "big")
    milliseconds = (occurred_us // 1_000) & ((1 << 48) - 1)
    high, low = (random >> 62) & 0xFFF, random & _TAIL
    digits = f"{milliseconds << 80 | _VERSION_7 | high << 64 | _VARIANT | low:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
