"""Key store: one data key a person of a casino. An interface, so that a KMS can stand in its place.

A key's owner is "<casino_id>/<person>": a token is a casino's own, and two casinos that keep their
keys in one store may both have a person `p-1`. Neither name can hold a slash.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PersonKey:
    """A person's key of 32 bytes, and the id by which what it sealed is known."""

    key_id: bytes
    key: bytes


def key_owner(casino_id: str, person: str) -> str:
    """Return whose key it is, e.g. "st-julians/p-0042"."""
    return f"{casino_id}/{person}"


class KeyStore(Protocol):
    """Where the keys are. An owner whose key is destroyed and who comes again gets another one."""

    @property
    def generation(self) -> int:
        """Return a number that changes whenever another process may have destroyed a key."""

    def find(self, owner: str) -> PersonKey | None:
        """Return the owner's key, or None where there is none, or none any more."""

    def make(self, owners: Iterable[str]) -> Mapping[str, PersonKey]:
        """Return a key for each owner, new where there is none; all durable when it returns."""

    def destroy(self, owner: str) -> None:
        """Forget the owner's key for good in this store; backups have their own procedure."""

    def close(self) -> None:
        """Give up the connection to it."""
