"""One case of exchanges and identification, run through the deciders and held to its answers."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from tests.oracles.aml_floor import Due, Floor
from tests.oracles.aml_instruments import MILS_PER_LIRA, Deal, deal_of
from tests.oracles.aml_suspicion import is_suspected
from tests.oracles.verdict import Difference, Ran, Skipped

COMPARED: Final = frozenset(
    {
        "identify",
        "record",
        "identification_due",
        "winnings_to_show",
        "complete_exchange",
        "suspicion",
    }
)
_REFUSES: Final = re.compile(r"(refus\w*|declin\w*) to (show|produce)|no document", re.IGNORECASE)
_REPORTED: Final = re.compile(r"suspicion|report|suspect", re.IGNORECASE)


def is_aml_case(case: dict[str, Any]) -> bool:
    """Say whether a case has this shape."""
    return {"transactions", "expected", "identification_due"} <= case.keys()


def run_aml_case(case: dict[str, Any]) -> Ran | Skipped:
    """Play a case and compare what has a figure or a plain verdict."""
    basis = case["expected"].get("identify_basis", "")
    if "46(5)" in basis and _REPORTED.search(case["title"]):
        return Skipped("employee's report of a suspicion (M46.5, M49)")
    deals: list[Deal] = []
    for told in case["transactions"]:
        deal = deal_of(told, case["title"])
        if isinstance(deal, Skipped):
            return deal
        deals.append(deal)
    floor = Floor(shows_document=not _REFUSES.search(case["title"]))
    for place, (told, deal) in enumerate(zip(case["transactions"], deals, strict=True)):
        floor.play(place, told, deal)
    expected, found = _expected(case), _found(floor)
    return Ran(
        tuple(
            Difference(name, value, found[name])
            for name, value in expected.items()
            if value != found[name]
        ),
        tuple(_in_words(case["expected"])),
    )


def provision_in_law(due: Due) -> str:
    """Return a provision as the cases write it: of the aggregate, what it is the aggregate of."""
    alone = "46(1)" if due.is_purchase else "46(2)"
    return {"M46.1": "46(1)", "M46.2": "46(2)", "M46.4": f"46(4)+{alone}"}[due.provision]


def _expected(case: dict[str, Any]) -> dict[str, Any]:
    said = {k: v for k, v in case["expected"].items() if k in COMPARED and not _is_words(k, v)}
    if "winnings_to_show" in said:
        said["winnings_to_show"] = Fraction(said["winnings_to_show"])
    return said | {
        "identification_due": [
            (due["at_transaction"], due["person"], due["provision"])
            for due in case["identification_due"]
        ]
    }


def _found(floor: Floor) -> dict[str, Any]:
    suspected = is_suspected(floor)
    # A suspicion is itself a ground to identify and record, whatever the amount (M46.5); that
    # identification was required is on record too where the person then showed nothing (M46.1).
    identify = bool(floor.due) or suspected
    winnings_minor = floor.winnings_minor
    return {
        "identify": identify,
        "record": bool(floor.recorded) or identify,
        "identification_due": [(d.at, d.person, provision_in_law(d)) for d in floor.due],
        "winnings_to_show": (
            None if winnings_minor is None else Fraction(winnings_minor, MILS_PER_LIRA)
        ),
        "complete_exchange": not floor.not_completed,
        "suspicion": suspected,
    }


def _in_words(expected: dict[str, Any]) -> Iterator[str]:
    """Yield the verdicts that a person reads and no program compares."""
    yield from (k for k, v in expected.items() if k not in COMPARED or _is_words(k, v))


def _is_words(name: str, value: Any) -> bool:
    return name == "suspicion" and not isinstance(value, bool)
