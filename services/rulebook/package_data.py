"""The rulebook's own files as text: the one place of the pure rooms that reads anything.

What it reads ships inside the package, is the same for everyone who runs this version, and is read
once at import: to the rest of the program it is a constant like any other. Parsing is apart from it
and takes text, so that a test, or a Board's draft, can be parsed without a file.
"""

from importlib.resources import files
from typing import Final

_PACKAGE: Final = files("services.rulebook")


def text_of(name: str) -> str:
    """Return one file beside this one, e.g. "accounts.toml"; FileNotFoundError where it is none."""
    return _PACKAGE.joinpath(name).read_text(encoding="utf-8")


def texts_in(folder: str) -> dict[str, str]:
    """Return every TOML file of a folder, e.g. "jurisdictions", by its name without the ending."""
    paths = sorted(_PACKAGE.joinpath(folder).iterdir(), key=lambda path: path.name)
    return {
        path.name.removesuffix(".toml"): path.read_text(encoding="utf-8")
        for path in paths
        if path.name.endswith(".toml")
    }
