"""Migrations: the numbered statements that make the warehouse, in order, and their hashes."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Final

_FOLDER: Final = files("services.warehouse") / "migrations"


class MigrationRefused(Exception):
    """The warehouse is not one that these migrations can bring up to date."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: `0003_exchange.sql` is number 3, named exchange."""

    number: int
    name: str
    text: str

    @property
    def sha256(self) -> str:
        """Return the hash of the text, as hex."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def statements(self) -> list[str]:
        """Return the statements, without the comments, since a comment may hold a semicolon."""
        lines = (line.partition("--")[0].rstrip() for line in self.text.splitlines())
        return [s for part in "\n".join(lines).split(";") if (s := part.strip())]


def all_migrations() -> list[Migration]:
    """Return every migration in order; raise MigrationRefused where a number is missing."""
    found = sorted(
        (_migration(path.name, path.read_text(encoding="utf-8")) for path in _FOLDER.iterdir()),
        key=lambda migration: migration.number,
    )
    if [m.number for m in found] != list(range(1, len(found) + 1)):
        raise MigrationRefused("migrations must be numbered 1, 2, 3 without a gap")
    return found


def pending(migrations: list[Migration], applied: Mapping[int, str]) -> list[Migration]:
    """Return what is still to be applied; `applied` has the hash of each that was.

    Raises MigrationRefused where an applied one has been edited since, or is not known here.
    """
    known = {m.number: m for m in migrations}
    for number, digest in sorted(applied.items()):
        if number not in known:
            raise MigrationRefused(
                f"migration {number} was applied by a later version: run that one or a newer"
            )
        if known[number].sha256 != digest:
            raise MigrationRefused(
                f"migration {number} ({known[number].name}) was changed after it was applied: "
                "put its text back and write the change as a new migration"
            )
    return [m for m in migrations if m.number not in applied]


def _migration(file_name: str, text: str) -> Migration:
    number, _, name = file_name.removesuffix(".sql").partition("_")
    if not (file_name.endswith(".sql") and number.isdecimal() and name):
        raise MigrationRefused(f"{file_name} is not named as a migration, e.g. 0013_table_day.sql")
    return Migration(int(number), name, text)
