"""Book queries: what became of a command, the balances, and the committed events as they come."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import grpc
from countroom.ledger.v1.event_pb2 import Event
from countroom.ledger.v1.intake_pb2 import (
    Balance,
    Balances,
    Follow,
    FollowedEvents,
    GetBalances,
    GetOutcome,
    Outcome,
)
from google.protobuf.descriptor import ServiceDescriptor
from grpc_status import rpc_status

from services.chassis.answers import Answered
from services.chassis.auth.principal import current_principal
from services.chassis.auth.roles import require_casino
from services.chassis.command_service import Handler, answering
from services.chassis.intake import Intake, require_sound
from services.chassis.kafka_log import CommittedLog, events_topic
from services.chassis.live_partition import LivePartition
from services.chassis.pages import Page
from services.chassis.request_bytes import reader_of, require_readable

_PAGES_A_READ: Final = 64
_EVENTS_A_MESSAGE: Final = 500


class BookQueries:
    """The queries that any book answers; each waits for the page that holds what it saw."""

    def __init__(self, intake: Intake, bootstrap: str) -> None:
        """Take the intake for its partitions, and the log for what is no longer in memory."""
        self._intake, self._bootstrap = intake, bootstrap

    def handlers(self, service: ServiceDescriptor) -> dict[str, Any]:
        """Return handlers for those of these queries that the service has."""
        unary: dict[str, tuple[Handler, Any, Any]] = {
            "GetOutcome": (self.get_outcome, GetOutcome, Outcome),
            "GetBalances": (self.get_balances, GetBalances, Balances),
        }
        has = {method.name for method in service.methods}
        handlers: dict[str, Any] = {
            name: grpc.unary_unary_rpc_method_handler(
                answering(handler),
                request_deserializer=reader_of(request),
                response_serializer=answer.SerializeToString,
            )
            for name, (handler, request, answer) in unary.items()
            if name in has
        }
        if "Follow" in has:
            handlers["Follow"] = grpc.unary_stream_rpc_method_handler(
                self.follow,
                request_deserializer=reader_of(Follow),
                response_serializer=FollowedEvents.SerializeToString,
            )
        return handlers

    async def get_outcome(self, question: GetOutcome, _: Any) -> Outcome:
        """Answer a command's first receipt, or nothing where it was never recorded."""
        live = self._live(question)
        receipt = live.book(question.casino_id).outcome(question.command_id)
        await live.writer.settled()
        return Outcome(receipt=receipt)

    async def get_balances(self, question: GetBalances, _: Any) -> Balances:
        """Answer every account's balance at the book's newest sequence."""
        live = self._live(question)
        memory = live.book(question.casino_id).memory
        answer = Balances(
            book=memory.name,
            sequence=memory.sequence,
            balances=[
                Balance(account=account, currency=currency, balance_minor=balance_minor)
                for (account, currency), balance_minor in sorted(memory.balances.items())
            ],
        )
        await live.writer.settled()
        return answer

    async def follow(self, question: Follow, context: Any) -> AsyncIterator[FollowedEvents]:
        """Yield committed events after a sequence, and go on as more are committed."""
        try:
            require_readable(question)
            live = self._live(question)
        except Answered as early:
            await context.abort_with_status(rpc_status.to_status(early.status))
            raise
        book, after = f"{question.casino_id}/{self._intake.domain.service}", question.after_sequence
        while True:
            changed = live.changed
            pages = await self._pages(live, book, after)
            for page in pages:
                for answer in _messages(page, after):
                    yield answer
                after = page.last_sequence
            if not pages:
                await changed.wait()

    async def _pages(self, live: LivePartition, book: str, after: int) -> Sequence[Page]:
        recent = [page for page in live.recent if page.book == book and page.last_sequence > after]
        if recent and recent[0].first_sequence <= after + 1:
            return recent
        if after >= live.partition.memory(book).sequence:
            return []
        return await asyncio.to_thread(self._read, live, book, after)

    def _read(self, live: LivePartition, book: str, after: int) -> Sequence[Page]:
        """Return the next pages of a book from the log, where memory does not reach back."""
        index, number = live.partition.index, live.partition.number
        offset = index.offset_of(book, after + 1)
        if offset is None:
            return []
        log = CommittedLog(self._bootstrap, events_topic(self._intake.domain.service), number)
        pages: list[Page] = []
        try:
            for _, page in log.read(offset, index.next_offset):
                if page.book == book and page.last_sequence > after:
                    pages.append(page)
                if len(pages) == _PAGES_A_READ:
                    break
        finally:
            log.close()
        return pages

    def _live(self, question: Any) -> LivePartition:
        require_sound(question)
        require_casino(current_principal(), question.casino_id)
        return self._intake.partition_of(question.casino_id)


def _messages(page: Page, after: int) -> list[FollowedEvents]:
    raws = page.events[max(0, after + 1 - page.first_sequence) :]
    return [
        FollowedEvents(events=map(Event.FromString, raws[start : start + _EVENTS_A_MESSAGE]))
        for start in range(0, len(raws), _EVENTS_A_MESSAGE)
    ]
