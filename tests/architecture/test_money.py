"""Amounts say their unit: whoever reads `_minor` never asks which, and nothing else is one."""

import ast
import re

from tests.architecture.tree import nodes, paths, python, require_none, text

NUMBER = re.compile(r"^\s*(?:optional |repeated )?u?int(?:32|64) (\w+) =", re.MULTILINE)
COLUMN = re.compile(r"^\s+(\w+) (?:Nullable\()?U?Int(?:64|128)\b", re.MULTILINE)
UNITS = (
    "_minor", "_seconds", "_hour", "_count", "sequence", "sequences", "version", "_number",
    "_size", "_items", "_per_major", "numerator", "denominator", "crossing", "partition", "offset",
)  # fmt: skip
MONEY = re.compile(r"(^|_)(amount|balance|limit|price|stake|fee|cash|chips|float|worth)($|s$|_)")


def test_every_number_of_the_vocabulary_says_its_unit():
    """A whole number in a proto ends in its unit, e.g. `_minor`, `_seconds`, `_count`."""

    def unnamed(path):
        yield from (n for n in NUMBER.findall(text(path)) if not n.endswith(UNITS))

    require_none([p for p in paths("protos") if p.suffix == ".proto"], unnamed)


def test_every_number_of_the_warehouse_says_its_unit():
    """A whole-number column ends in its unit, as the vocabulary's fields do."""

    def unnamed(path):
        yield from (n for n in COLUMN.findall(text(path)) if not n.endswith(UNITS))

    require_none([p for p in paths("services/warehouse") if p.suffix == ".sql"], unnamed)


def test_a_whole_amount_in_code_ends_in_minor():
    """A field or parameter of type int that is money is named `..._minor`; exact ones are Exact."""

    def unnamed(path):
        for node in nodes(path, ast.AnnAssign, ast.arg):
            target = node.arg if isinstance(node, ast.arg) else getattr(node.target, "id", "")
            kind = ast.unparse(node.annotation) if node.annotation else ""
            whole = kind in {"int", "int | None"}
            if whole and MONEY.search(target) and not target.endswith(UNITS):
                yield f"line {node.lineno}: {target}: {kind}"

    require_none(python("services"), unnamed)
