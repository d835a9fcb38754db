"""Command ids of alerts: a UUIDv7 that the same finding always gets."""

from hashlib import sha256

from services.kernel.uuid7_layout import uuid7_of_bits


def command_id_of(alert_id: str, occurred_us: int) -> str:
    """Return the id by which an alert is handed in: the crossing's moment, a hash of its id."""
    drawn = int.from_bytes(sha256(alert_id.encode()).digest()[:10], "big")
    return uuid7_of_bits(occurred_us // 1_000, drawn)
