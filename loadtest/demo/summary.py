"""Summary of the evening: each figure the ledger told beside the simulator's, with a mark."""

from collections.abc import Sequence

from loadtest.checked import Checked

_WHAT, _TOLD = 44, 44
_MOST_SURPRISES = 10


def summary_lines(checked: Sequence[Checked], surprises: Sequence[str]) -> list[str]:
    """Return the table; what differs says what the simulator knows."""
    lines = [f"   {'read back from the audit API':<{_WHAT}} {'ledger':<{_TOLD}} simulator"]
    lines += [_line(check) for check in checked]
    lines += [f"✗  answer not as expected: {text}" for text in surprises[:_MOST_SURPRISES]]
    if len(surprises) > _MOST_SURPRISES:
        lines.append(f"✗  and {len(surprises) - _MOST_SURPRISES} answers more")
    return lines


def _line(check: Checked) -> str:
    mark = "✓" if check.holds else "✗"
    known = "the same" if check.holds else check.known
    return f"{mark}  {check.what:<{_WHAT}} {check.told:<{_TOLD}} {known}"
