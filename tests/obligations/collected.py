"""Which tests show which obligation: pytest's own collection, read by its markers."""

import io
from collections import defaultdict
from contextlib import redirect_stdout
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


class NotCollected(Exception):
    """pytest could not collect the tests; the text is what it said."""


class _Marked:
    """A plugin that keeps each test's obligations as pytest has them."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for marker in item.iter_markers("obligation"):
                for obligation_id in marker.args:
                    self.tests[obligation_id][item.nodeid.partition("[")[0]] = None


def tests_by_obligation() -> dict[str, list[str]]:
    """Return the tests marked with each obligation; NotCollected where a file is broken."""
    marked, said = _Marked(), io.StringIO()
    with redirect_stdout(said):
        words = ["--collect-only", "-qq", "-p", "no:cacheprovider", f"--rootdir={TESTS.parent}"]
        status = pytest.main([*words, str(TESTS)], plugins=[marked])
    if status != pytest.ExitCode.OK:
        raise NotCollected(said.getvalue())
    return {obligation_id: list(names) for obligation_id, names in marked.tests.items()}
