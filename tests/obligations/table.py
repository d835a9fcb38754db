"""The table: each obligation, the tests that show it met, and which still wait for one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from services.rulebook.obligation import Obligation

PENDING_FILE = Path(__file__).parents[1] / "obligations_pending.txt"
Tests = Mapping[str, Sequence[str]]  # obligation id -> tests marked with it


def pending_ids(text: str) -> list[str]:
    """Return the ids in a list of pending obligations; what follows a # is a comment."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def without(text: str, met: Collection[str]) -> str:
    """Return a list of pending obligations without those that are met; comments stay."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if line.partition("#")[0].strip() not in met)


def faults(
    obligations: Mapping[str, Obligation], tests: Tests, pending: Sequence[str]
) -> Iterator[str]:
    """Yield what is wrong: every obligation has a test or is pending, and none is both."""
    known, waiting = obligations.keys(), set(pending)
    yield from (f"{i} is pending and has a test: take it out" for i in waiting & tests.keys())
    yield from (f"{i} has no test and is not pending" for i in known - waiting - tests.keys())
    yield from (f"{i} is pending and no obligation" for i in waiting - known)
    yield from (f"{i} is no obligation, says {tests[i][0]}" for i in tests.keys() - known)
    yield from (f"{i} is pending twice" for i in waiting if pending.count(i) > 1)


def table(obligations: Mapping[str, Obligation], tests: Tests) -> Iterator[str]:
    """Yield the lines of the table: a row an obligation, its tests below it."""
    yield f"{'id':<16}{'service':<12}{'kind':<9}{'tests':>5}  duty"
    for obligation in obligations.values():
        shown = tests.get(obligation.obligation_id, ())
        head = f"{obligation.obligation_id:<16}{obligation.service:<12}{obligation.kind:<9}"
        yield f"{head}{len(shown) or '-':>5}  {obligation.duty}"
        yield from (f"{'':<16}{test}" for test in shown)


def summary(obligations: Mapping[str, Obligation], tests: Tests) -> Iterator[str]:
    """Yield a line a service: how many of its obligations have a test."""
    for service in sorted({row.service for row in obligations.values()}):
        mine = [i for i, row in obligations.items() if row.service == service]
        yield f"{service:<12}{sum(i in tests for i in mine):>4} of {len(mine):>3} have a test"
    yield f"{'together':<12}{len(tests.keys() & obligations.keys()):>4} of {len(obligations):>3}"
