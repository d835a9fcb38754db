"""Audit client: questions of an auditor, and the wait until the streams have caught up."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Self, TypeVar

from countroom.audit.v1 import audit_service_pb2
from countroom.audit.v1.balance_questions_pb2 import GetTrialBalance, TrialBalance
from countroom.ledger.v1.event_pb2 import BookSequence
from google.protobuf.message import Message

from loadtest.clients.connection import Connection, Token

AUDIT: Final = audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"]
_PAUSE_S: Final = 0.25
_MOST_ROWS: Final = 1_000

Answer = TypeVar("Answer", bound=Message)
Vector = Mapping[str, int]
"""How far each book had been read, by the book's name."""


class StreamsBehind(Exception):
    """The rows did not come to where the books are within the limit."""


class AuditClient:
    """One auditor. Each question is an event in the casino's audit book."""

    def __init__(self, address: str, token: Token) -> None:
        """Take whom to call, and as whom."""
        self.connection = Connection(AUDIT, address, token)

    async def ask(self, question: Message, kind: type[Answer]) -> Answer:
        """Return the answer to a question, e.g. SumExchanges and ExchangeSums."""
        answer = await self.connection.call(question.DESCRIPTOR.name, question)
        if not isinstance(answer, kind):
            raise TypeError(answer)
        return answer

    async def ask_all(self, question: Any, kind: type[Answer]) -> list[Answer]:
        """Return every page of an answer, all computed at the first one's vector."""
        asked = type(question)()
        asked.CopyFrom(question)
        asked.page_size = _MOST_ROWS
        pages: list[Answer] = []
        while True:
            page: Any = await self.ask(asked, kind)
            pages.append(page)
            if not page.next_cursor:
                return pages
            asked.cursor = page.next_cursor

    async def caught_up(
        self,
        casino_id: str,
        books: Vector,
        limit_s: float,
        tell: Callable[[Vector], None] = lambda _: None,
    ) -> Vector:
        """Return the answers' vector once it has come so far, or raise StreamsBehind."""
        ends = time.monotonic() + limit_s
        while True:
            answer = await self.ask(GetTrialBalance(casino_id=casino_id), TrialBalance)
            known = vector(answer.as_known_at)
            tell(known)
            behind = {b: s for b, s in books.items() if known.get(b, 0) < s}
            if not behind:
                return known
            if time.monotonic() > ends:
                lines = ", ".join(f"{b} at {known.get(b, 0)} of {s}" for b, s in behind.items())
                raise StreamsBehind(
                    f"after {limit_s:.0f} s the rows are still behind the books: {lines}. "
                    "See the log of the streams worker."
                )
            await asyncio.sleep(_PAUSE_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.connection.close()


def vector(sequences: Iterable[BookSequence]) -> Vector:
    """Return an answer's vector by book."""
    return {line.book: line.sequence for line in sequences}
