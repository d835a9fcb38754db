"""Inquiry: the one way of a question to its answer, whichever face it came in by.

Checked, allowed, placed at a vector, recorded, and only then answered. What reads the warehouse
blocks, so it runs in threads of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from services.audit.checks import DEFAULT_PAGE_SIZE, invalid, require_valid
from services.audit.cursor import Position, read_cursor, write_cursor
from services.audit.questions import ANSWERERS, EXPORTERS
from services.audit.reading import Reading, Warehouse
from services.audit.recorder import Recorder, ask_question
from services.audit.vector import vector_of
from services.chassis.auth.principal import current_principal
from services.chassis.auth.roles import require_casino

EXPORT_CHUNK: Final = 2_000
MOST_NUMBER: Final = 1 << 62
Key = Mapping[str, type[int] | type[str]]
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
        size = getattr(question, "page_size", 0) or DEFAULT_PAGE_SIZE
        reading = await self._begin(rpc, question, answerer.key, size)
        answer, next_after = await self._in_thread(answerer.answer, reading, question)
        answer.as_known_at.extend(reading.as_known_at)
        if next_after:
            position = Position(reading.as_known_at, next_after)
            answer.next_cursor = write_cursor(rpc, question, position)
        return answer

    async def stream(self, rpc: str, question: Any) -> AsyncIterator[Any]:
        """Return the parts of an answer that streams; raises as `answer` does, before the first."""
        reading = await self._begin(rpc, question, {}, EXPORT_CHUNK)
        return self._parts(EXPORTERS[rpc](reading, question))

    async def _parts(self, chunks: Iterator[list[Any]]) -> AsyncIterator[Any]:
        while (chunk := await self._in_thread(next, chunks, None)) is not None:
            for part in chunk:
                yield part

    async def _begin(self, rpc: str, question: Any, key: Key, page_size: int) -> Reading:
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
        return Reading(self.warehouse, question.casino_id, vector, after, page_size)

    async def _in_thread(self, call: Callable[..., Result], *arguments: Any) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, call, *arguments)


def _typed(position: Position | None, key: Key) -> tuple[int | str, ...]:
    """Return the position's values as the columns have them, or answer INVALID_ARGUMENT."""
    if position is None:
        return ()
    pairs = list(zip(key.values(), position.after, strict=True))
    try:
        values = tuple(kind(text) for kind, text in pairs)
    except ValueError as error:
        raise invalid({"cursor": "must be the next_cursor of an earlier answer"}) from error
    if any(isinstance(value, int) and abs(value) > MOST_NUMBER for value in values):
        raise invalid({"cursor": "must be the next_cursor of an earlier answer"})
    return values
