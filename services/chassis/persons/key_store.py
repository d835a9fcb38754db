"""Key store: one data key a person. An interface, so that a KMS can take the local file's place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PersonKey:
    """A person's key of 32 bytes, and the id by which what it sealed is known."""

    key_id: bytes
    key: bytes


class KeyStore(Protocol):
    """Where the keys are. A person whose key is destroyed and who comes again gets another one."""

    @property
    def generation(self) -> int:
        """Return a number that changes whenever another process may have destroyed a key."""

    def find(self, person: str) -> PersonKey | None:
        """Return the person's key, or None where there is none, or none any more."""

    def make(self, persons: Iterable[str]) -> Mapping[str, PersonKey]:
        """Return a key for each person, new where there is none; all durable when it returns."""

    def destroy(self, person: str) -> None:
        """Forget the person's key for good in this store; backups have their own procedure."""

    def close(self) -> None:
        """Give up the connection to it."""
