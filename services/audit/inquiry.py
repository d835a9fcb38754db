"""Inquiry: the one way of a question to its answer, whichever face it came in by.

Checked, allowed, placed at a vector, recorded, and only then answered. What reads the warehouse
blocks, so it runs in threads of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeVar

from services.audit.checks import DEFAULT_PAGE_SIZE, invalid, require_valid
from services.audit.cursor import Position, read_cursor, write_cursor
from services.audit.questions import ANSWERERS, EXPORTERS
from services.audit.reading import Reading, Warehouse
from services.audit.recorder import Recorder, ask_question
from services.audit.vector import vector_of
from services.chassis.auth.principal import current_principal
from services.chassis.auth.roles import require_casino

EXPORT_CHUNK: "int" = 5_000
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What answers questions: rows, the audit book, threads and a clock in microseconds."""

    warehouse: Warehouse
    recorder: Recorder
    threads: Executor
    clock_us: Callable[[], int]

    async def answer(self, rpc: str, question: Any) -> Any:
        """Return the answer to a question; raises Answered, Refused or InDoubt."""
        answerer = ANSWERERS[rpc]
        reading = await self._begin(rpc, question, answerer.key)
        answer, next_after = await self._in_thread(answerer.answer, reading, question)
        answer.as_known_at.extend(reading.as_known_at)
        if next_after:
            position = Position(reading.as_known_at, next_after)
            answer.next_cursor = write_cursor(rpc, question, position)
        return answer

    async def stream(self, rpc: str, question: Any) -> AsyncIterator[Any]:
        """Yield the parts of an answer that comes in parts; raises before the first, or never."""
        reading = await self._begin(rpc, question, {})
        parts: Iterator[list[Any]] = EXPORTERS[rpc](reading, question)
        while (chunk := await self._in_thread(next, parts, None)) is not None:
            for part in chunk:
                yield part

    async def _begin(self, rpc: str, question: Any, key: dict[str, type]) -> Reading:
        require_valid(rpc, question)
        asker = current_principal()
        require_casino(asker, question.casino_id)
        position = read_cursor(rpc, question, len(key)) if key else None
        after = _typed(position, key)
        earlier = position.as_known_at if position else ()
        vector = await self._in_thread(vector_of, self.warehouse, question, earlier)
        placed = type(question)()
        placed.CopyFrom(question)
        del placed.as_known_at[:]
        placed.as_known_at.extend(vector)
        await self.recorder.record(ask_question(rpc, placed, asker, self.clock_us()))
        size = getattr(question, "page_size", 0) or DEFAULT_PAGE_SIZE
        return Reading(self.warehouse, question.casino_id, vector, after, size)

    async def _in_thread(self, call: Callable[..., Result], *arguments: Any) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, call, *arguments)


def _typed(position: Position | None, key: dict[str, type]) -> tuple[int | str, ...]:
    if position is None:
        return ()
    try:
        return tuple(kind(text) for kind, text in zip(key.values(), position.after, strict=True))
    except ValueError as error:
        raise invalid({"cursor": "must be the next_cursor of an earlier answer"}) from error
