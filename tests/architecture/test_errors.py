"""docs/errors.md answers for every reason that a user can meet."""

import re
from pathlib import Path

from tests.architecture.reasons import CODE, reasons
from tests.architecture.tree import text

PAGE = text(Path("docs/errors.md"))
ROWS = re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.MULTILINE)


def test_every_reason_has_a_row():
    """Who meets a code finds it on the page."""
    told = set(ROWS) | set(re.findall(r"Its ground: `(\w+)` \(\S+\) or `(\w+)`", PAGE)[0])

    assert sorted(reasons() - told) == []


def test_no_row_is_of_a_reason_that_is_gone():
    """The page tells nothing that can't happen."""
    assert sorted(set(ROWS) - reasons()) == []


def test_every_reason_is_in_snake_case():
    """A code is one form everywhere, in capitals only where gRPC's custom wants it."""
    assert [code for code in reasons() if not CODE.fullmatch(code)] == []
