"""Bad input: a folder or a setting that can't be replayed, and what to do about it."""

from enum import StrEnum


class Reason(StrEnum):
    """Why input can't be replayed. A code is never renamed or reused."""

    FILE_MISSING = "file_missing"
    FILE_UNREADABLE = "file_unreadable"
    COLUMN_MISSING = "column_missing"
    VALUE_UNREADABLE = "value_unreadable"
    FILE_EMPTY = "file_empty"
    SETTING_INVALID = "setting_invalid"


class BadInput(Exception):
    """Input that can't be replayed; the text says what was wrong, where, and what to do."""

    def __init__(self, reason: Reason, text: str) -> None:
        """Take the stable reason and the sentence."""
        super().__init__(f"{reason}: {text}")
        self.reason = reason
