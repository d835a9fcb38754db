"""What the audit API says of a replayed casino, under the names of the control totals."""

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus, ExchangeSum
from countroom.audit.v1.exchange_questions_pb2 import ExchangeGrouping, ExchangeSums, SumExchanges
from countroom.audit.v1.patron_session_questions_pb2 import ListPatronSessions, PatronSessionList
from countroom.cashier.v1.exchange_pb2 import Direction

from loadtest.clients.audit import AuditClient
from loadtest.replay.control_totals import COUNTS, Figures
from loadtest.replay.settings import LIMIT_MINOR, MINOR_PER_MAJOR

_MADE: Final = ExchangeStatus.EXCHANGE_STATUS_COMPLETED
_BOUGHT: Final = Direction.DIRECTION_PURCHASE
_CASHED: Final = Direction.DIRECTION_CASH_OUT


async def asked_figures(audit: AuditClient, casino_id: str) -> Figures:
    """Ask for every figure; nothing here comes from the file."""
    figures: defaultdict[str, Decimal] = defaultdict(Decimal)
    for group in await _purchases(audit, casino_id):
        stem = f"{group.calendar_month} {group.references[0].value}"
        figures[f"{stem} sessions"] += group.exchange_count
        figures[f"{stem} cash_buy_in"] += _major(group)
        for total in group.reference_sums:
            figures[f"{stem} {total.name}"] += Decimal(total.total)
    for group in await _cash_outs(audit, casino_id):
        value = {reference.name: reference.value for reference in group.references}
        figures[f"{value['month']} {value['game']} cash_out"] += _major(group)
    one, days_over, days = COUNTS
    return figures | {
        one: await _purchases_over_limit(audit, casino_id),
        days_over: await _days_over_limit(audit, casino_id),
        days: await _days_with_purchase(audit, casino_id),
    }


async def _purchases(audit: AuditClient, casino_id: str) -> Iterable[ExchangeSum]:
    """Ask for purchases by the month of their moment, as the ledger reads its casino's clock."""
    question = SumExchanges(
        casino_id=casino_id,
        direction=_BOUGHT,
        status=_MADE,
        group_by=[ExchangeGrouping.EXCHANGE_GROUPING_CALENDAR_MONTH],
        group_by_references=["game"],
        sum_references=["chips_buy_in", "player_lost"],
    )
    return (await audit.ask(question, ExchangeSums)).groups


async def _cash_outs(audit: AuditClient, casino_id: str) -> Iterable[ExchangeSum]:
    """Ask for cash-outs by the month of the session they ended, which travels with them."""
    question = SumExchanges(
        casino_id=casino_id,
        direction=_CASHED,
        status=_MADE,
        group_by_references=["month", "game"],
    )
    return (await audit.ask(question, ExchangeSums)).groups


async def _purchases_over_limit(audit: AuditClient, casino_id: str) -> Decimal:
    question = SumExchanges(
        casino_id=casino_id, direction=_BOUGHT, status=_MADE, above_minor=LIMIT_MINOR
    )
    groups = (await audit.ask(question, ExchangeSums)).groups
    return Decimal(sum(group.exchange_count for group in groups))


async def _days_over_limit(audit: AuditClient, casino_id: str) -> Decimal:
    """Ask for patron sessions over the limit: without recorded visits, one is a gaming day."""
    question = ListPatronSessions(
        casino_id=casino_id, direction=_BOUGHT, over_minor=LIMIT_MINOR, page_size=1
    )
    return Decimal((await audit.ask(question, PatronSessionList)).patron_session_count)


async def _days_with_purchase(audit: AuditClient, casino_id: str) -> Decimal:
    """Count the days with a purchase; one that only saw a cash-out belongs to the day before."""
    pages = await audit.ask_all(ListPatronSessions(casino_id=casino_id), PatronSessionList)
    lines = (line for page in pages for line in page.patron_sessions)
    return Decimal(sum(line.purchases.exchange_count > 0 for line in lines))


def _major(group: ExchangeSum) -> Decimal:
    return Decimal(group.chips_minor) / MINOR_PER_MAJOR
