"""Obligations: what the law asks of the ledger, row by row, by the ids that all else cites."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.rulebook.package_data import text_of

HEADING: Final = "id\tservice\tkind\tduty"
KINDS: Final = frozenset({"enforce", "flag", "record", "report"})


@dataclass(frozen=True, slots=True)
class Obligation:
    """One row: its id cites the law ("M46.4": Malta 1998, regulation 46(4)), duty says it in words.

    `kind`: enforce (refuse what breaks it), flag (record it and raise an exception), record (keep
    what it asks to be kept), report (be able to hand it over).
    """

    obligation_id: str
    service: str
    kind: str
    duty: str


def parse_obligations(text: str) -> dict[str, Obligation]:
    """Read obligations.tsv; raise ValueError for a heading or a row that is not as it must be."""
    heading, *lines = text.splitlines()
    if heading != HEADING:
        raise ValueError(heading)
    rows: dict[str, Obligation] = {}
    for line in lines:
        cells = line.split("\t")
        if len(cells) != len(HEADING.split("\t")) or not all(cells):
            raise ValueError(line)
        row = Obligation(*cells)
        if row.kind not in KINDS or row.obligation_id in rows:
            raise ValueError(line)
        rows[row.obligation_id] = row
    return rows


OBLIGATIONS: Final[Mapping[str, Obligation]] = parse_obligations(text_of("obligations.tsv"))
"""Every obligation by its id, in the order of the law."""
