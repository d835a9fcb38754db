"""A jurisdiction's law as data: currency, gaming day, and over what a person is identified."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.rulebook.package_data import texts_in


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """One jurisdictions/*.toml, field for field; amounts in minor units of its currency.

    What the law at hand does not lay down is None: the casino states it when it is registered.
    """

    name: str
    version: int
    source: str
    currency: str
    minor_per_major: int
    zone: str
    day_changes_at_hour: int | None = None
    identification_limit_minor: int | None = None

    @property
    def rulebook(self) -> str:
        """Return name and version as an envelope carries them, e.g. "malta_1998@1"."""
        return f"{self.name}@{self.version}"

    def requires_identification(self, amount_minor: int) -> bool:
        """Say whether one exchange alone is over the limit: strictly more (M46.1, M46.2)."""
        limit = self.identification_limit_minor
        return limit is not None and amount_minor > limit


def parse_jurisdiction(text: str) -> Jurisdiction:
    """Read a jurisdictions/*.toml; a missing or unknown key is a TypeError, so no typo is law."""
    return Jurisdiction(**tomllib.loads(text))


JURISDICTIONS: Final[Mapping[str, Jurisdiction]] = {
    name: parse_jurisdiction(text) for name, text in texts_in("jurisdictions").items()
}
"""Every jurisdiction by name."""
