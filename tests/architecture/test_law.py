"""What the code says it does by law is a row of the obligations."""

import ast
import re

from services.rulebook.obligation import OBLIGATIONS
from tests.architecture.tree import nodes, python, require_none

CITATION = re.compile(r"[MS]\d+[\w.]*|Q\d+(\.\w+)?|[KPQ]-[a-z.]+")


def test_every_obligation_that_code_cites_is_one():
    """An exception, an alert or an event names a row that is there."""

    def slips(path):
        for node in nodes(path, ast.Constant):
            cites = isinstance(node.value, str) and CITATION.fullmatch(node.value)
            if cites and node.value not in OBLIGATIONS:
                yield f"line {node.lineno}: {node.value} is no obligation"

    require_none(python("services"), slips)


def test_every_service_of_the_obligations_is_named_for_a_room():
    """The services that the law's rows are given to are those of the design."""
    services = {row.service for row in OBLIGATIONS.values()}

    assert services == {"audit", "cashier", "compliance", "keno", "machines", "tables"}
