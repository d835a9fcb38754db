"""A desk's till as the simulator counts it: cash by currency and chips, in minor units."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Self

from loadtest.casino import Desk


@dataclass(slots=True)
class Till:
    """What a desk holds; opened with a float, closed with a count."""

    desk_id: str
    employee_id: str
    cash: Counter[str] = field(default_factory=Counter)
    chips_minor: int = 0

    def counted_in(self, desk: Desk) -> Self:
        """Take in the float that the desk is opened with."""
        self.cash.update(dict(desk.cash_minor))
        self.chips_minor += desk.chips_minor
        return self
