"""A ClickHouse exception: its code and its message, from the engine or from the front itself."""

import re
from typing import Self

UNKNOWN = 1002
UNSUPPORTED = 48
CANCELLED = 394
NO_TABLE = 60
PATTERN = re.compile(r"Code: (\d+)\. (?:DB::Exception: )?(.*)", re.DOTALL)


class EngineError(Exception):
    """What a client gets to see as a server's exception."""

    def __init__(self, text: str) -> None:
        match = PATTERN.search(text)
        self.code = int(match[1]) if match else UNKNOWN
        self.message = match[2].strip() if match else text
        super().__init__(text)

    @classmethod
    def of(cls, code: int, message: str) -> Self:
        """Return an exception of the front's own."""
        return cls(f"Code: {code}. DB::Exception: {message}")

    @classmethod
    def unsupported(cls, message: str) -> Self:
        """Return the exception for what a real server can and the local one can't."""
        return cls.of(UNSUPPORTED, f"the local ClickHouse: {message}")
