"""Suspicion as the project finds it: chips that nobody bought, and patterns over several days.

Within one session the law itself adds the amounts up (46(4)); what lies under the limit session by
session is seen by the watches that reach beyond a gaming day, and by nobody else.
"""

from typing import Final

from countroom.cashier.v1.exchange_pb2 import DIRECTION_PURCHASE

from services.kernel.money import exact
from services.streams.projections.exchange import CASH_OUT, PURCHASE
from services.streams.watches.deal import Deal, day_totals
from services.streams.watches.finding import FindingRow
from services.streams.watches.measures import watchers
from services.streams.watches.watch import Glance, Person, watch
from tests.given import CALENDAR, MALTA
from tests.oracles.aml_floor import Floor

RAISES: Final = frozenset({"unexplained_chips", "linked_over_limit"})


def is_suspected(floor: Floor) -> bool:
    """Say whether a decider's exception or a watch's finding gives rise to suspicion (M46.5)."""
    return bool(RAISES & set(floor.exceptions)) or bool(_findings(floor))


def _findings(floor: Floor) -> list[FindingRow]:
    found: list[FindingRow] = []
    deals: dict[tuple[str, str], list[Deal]] = {}
    for sequence, (at, exchange) in enumerate(floor.standing(), 1):
        direction = PURCHASE if exchange.direction == DIRECTION_PURCHASE else CASH_OUT
        occurred_us = int(at.timestamp()) * 1_000_000
        day, amount = CALENDAR.day_of(at), exact(exchange.exact_minor)
        deal = Deal(exchange.exchange_id, sequence, direction, occurred_us, day, amount)
        mine = deals.setdefault((exchange.person, direction), [])
        mine.append(deal)
        glance = Glance("st-julians/cashier", sequence, exchange.person, deal, is_exchange=True)
        person = Person(mine, day_totals(mine))
        for watcher in watchers(MALTA.identification_limit_minor):
            if not watcher.rule.reach_us:
                continue
            finding = watch(watcher, MALTA, glance, person, found)
            if finding is not None:
                found.append(finding)
    return found
