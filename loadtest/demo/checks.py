"""Checks of the evening: what the audit API answers, held against the simulator's truth."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping

from countroom.audit.v1.alert_questions_pb2 import AlertList, ListAlerts
from countroom.audit.v1.balance_questions_pb2 import GetTrialBalance, TrialBalance
from countroom.audit.v1.event_questions_pb2 import EventList, ListEvents
from countroom.audit.v1.exception_questions_pb2 import ExceptionList, ListExceptions
from countroom.audit.v1.exchange_answers_pb2 import ExchangeStatus
from countroom.audit.v1.exchange_questions_pb2 import ExchangeGrouping, ExchangeSums, SumExchanges
from countroom.audit.v1.identification_questions_pb2 import (
    IdentificationList,
    IdentificationStatus,
    ListIdentifications,
)
from countroom.audit.v1.verification_questions_pb2 import BookVerification, VerifyBook
from countroom.cashier.v1.exchange_pb2 import Direction

from loadtest.checked import Checked
from loadtest.clients.audit import AuditClient, vector
from loadtest.simulator.payments import MINOR_PER_MAJOR
from loadtest.simulator.truth import ExchangeKind, Truth

_BOOKS = ("cashier", "compliance", "audit")


async def checks(
    audit: AuditClient, casino_id: str, truth: Truth, books: Mapping[str, int]
) -> AsyncIterator[Checked]:
    """Yield every line of the summary; `books` has the last sequence that each writer named."""
    for part in (
        _exchanges(audit, casino_id, truth),
        _identifications(audit, casino_id, truth),
        _alerts(audit, casino_id, truth),
        _exceptions(audit, casino_id, truth),
        _events(audit, casino_id, truth),
        _books_hold(audit, casino_id, books),
        _balances(audit, casino_id, truth),
    ):
        async for checked in part:
            yield checked


async def _exchanges(audit: AuditClient, casino_id: str, truth: Truth) -> AsyncIterator[Checked]:
    question = SumExchanges(
        casino_id=casino_id,
        group_by=[
            ExchangeGrouping.EXCHANGE_GROUPING_DIRECTION,
            ExchangeGrouping.EXCHANGE_GROUPING_INSTRUMENT,
            ExchangeGrouping.EXCHANGE_GROUPING_STATUS,
        ],
    )
    told = {
        (group.direction, group.instrument, group.status): (group.exchange_count, group.chips_minor)
        for group in (await audit.ask(question, ExchangeSums)).groups
    }
    known = {
        kind: (count, truth.chips_minor[kind])
        for kind, count in truth.exchange_count.items()
        if count
    }
    for kind in sorted(told.keys() | known.keys()):
        yield Checked(
            _kind_in_words(kind), _sum_in_words(told.get(kind)), _sum_in_words(known.get(kind))
        )


async def _identifications(
    audit: AuditClient, casino_id: str, truth: Truth
) -> AsyncIterator[Checked]:
    answer = await audit.ask(
        ListIdentifications(casino_id=casino_id, page_size=1), IdentificationList
    )
    told = {line.status: line.identification_count for line in answer.counts}
    for status in (
        IdentificationStatus.IDENTIFICATION_STATUS_MET,
        IdentificationStatus.IDENTIFICATION_STATUS_ABANDONED,
        IdentificationStatus.IDENTIFICATION_STATUS_MISSED,
        IdentificationStatus.IDENTIFICATION_STATUS_DUE,
    ):
        word = _word(IdentificationStatus.Name(status), "IDENTIFICATION_STATUS_")
        word = "still due" if word == "due" else word
        yield Checked(
            f"identifications {word}",
            str(told.get(status, 0)),
            str(truth.identifications[status]),
        )


async def _alerts(audit: AuditClient, casino_id: str, truth: Truth) -> AsyncIterator[Checked]:
    pages = await audit.ask_all(ListAlerts(casino_id=casino_id), AlertList)
    told = sorted(f"{line.alert.rule} of {line.alert.subject}" for p in pages for line in p.alerts)
    known = f"structuring_gaming_day of person/{truth.structurer}"
    yield Checked("alerts", "; ".join(told) or "none", known)


async def _exceptions(audit: AuditClient, casino_id: str, truth: Truth) -> AsyncIterator[Checked]:
    pages = await audit.ask_all(ListExceptions(casino_id=casino_id), ExceptionList)
    told = Counter(line.note.reason for page in pages for line in page.exceptions)
    for reason in sorted(told.keys() | truth.exceptions.keys()):
        yield Checked(f"exceptions {reason}", str(told[reason]), str(truth.exceptions[reason]))


async def _events(audit: AuditClient, casino_id: str, truth: Truth) -> AsyncIterator[Checked]:
    for kind, count in sorted(truth.events.items()):
        pages = await audit.ask_all(ListEvents(casino_id=casino_id, event_type=kind), EventList)
        told = sum(len(page.events) for page in pages)
        yield Checked(f"events {kind}", str(told), str(count))


async def _books_hold(
    audit: AuditClient, casino_id: str, books: Mapping[str, int]
) -> AsyncIterator[Checked]:
    for service in _BOOKS:
        book = f"{casino_id}/{service}"
        answer = await audit.ask(VerifyBook(casino_id=casino_id, service=service), BookVerification)
        last = vector(answer.as_known_at).get(book, 0)
        failed = f"fails at {answer.failure.sequence}: {answer.failure.text}"
        told = f"chain whole, {answer.event_count} events" if answer.holds else failed
        # Watches add to the compliance book by themselves, each question to the audit book: both
        # have at least what their writers were heard to say.
        known = f"chain whole, {max(last, books.get(book, 0))} events"
        yield Checked(f"book {book}", told, known)


async def _balances(audit: AuditClient, casino_id: str, truth: Truth) -> AsyncIterator[Checked]:
    answer = await audit.ask(GetTrialBalance(casino_id=casino_id), TrialBalance)
    totals = {f"{t.book} {t.currency}": t.total_minor for t in answer.totals}
    off = ", ".join(f"{name} {total}" for name, total in totals.items() if total)
    told = "zero" if answer.is_zero else off or "not zero"
    yield Checked(f"trial balance of {len(totals)} totals", told, "zero")
    variance = {
        b.currency: b.balance_minor for b in answer.balances if b.account == "variance/cash"
    }
    yield Checked(
        "cash found missing at the counts",
        _lira(variance.get("MTL", 0)),
        _lira(truth.cash_variance_minor),
    )


def _kind_in_words(kind: ExchangeKind) -> str:
    direction, instrument, status = kind
    way = _word(Direction.Name(direction), "DIRECTION_").replace("_", "-")
    how = _word(ExchangeStatus.Name(status), "EXCHANGE_STATUS_")
    return f"{way} {instrument} {how}"


def _sum_in_words(told: tuple[int, int] | None) -> str:
    if told is None:
        return "none"
    count, chips_minor = told
    return f"{count} of {_lira(chips_minor)}"


def _lira(amount_minor: int) -> str:
    major, mils = divmod(amount_minor, MINOR_PER_MAJOR)
    return f"Lm{major:,}.{mils:03d}"


def _word(name: str, prefix: str) -> str:
    return name.removeprefix(prefix).lower()
