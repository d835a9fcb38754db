"""Checked: a figure that the ledger told beside the one that is known to be true."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """One line of a summary, e.g. ("identifications met", "31", "31")."""

    what: str
    told: str
    known: str

    @property
    def holds(self) -> bool:
        """Say whether both are the same."""
        return self.told == self.known
