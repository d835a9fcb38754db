"""Who asks: the inquiry over a real warehouse, its questions recorded in an audit book on paper."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from services.audit.inquiry import Inquiry
from services.audit.warehouse_rows import WarehouseRows
from services.chassis.answers import Answered
from services.chassis.auth.principal import Principal, calling
from services.warehouse.client import Warehouse
from tests.integration.audit.pages import CASINO, PaperCasino

AUDITOR = Principal("auditor-1", frozenset({"auditor"}), frozenset({CASINO}), "t-1", is_person=True)


class PaperRecorder:
    """Records into the casino's audit book on paper, a page a question."""

    def __init__(self, casino: PaperCasino) -> None:
        self.casino, self.commands = casino, []

    async def record(self, command: Any) -> Any:
        self.commands.append(command)
        return self.casino.ask(self.casino.audit, command, caller="auditor-1")


class Asker:
    """Asks as an auditor and returns answers, or the status that stands for one."""

    def __init__(self, warehouse: Warehouse, casino: PaperCasino) -> None:
        self.recorder = PaperRecorder(casino)
        at = warehouse.at
        self.threads = ThreadPoolExecutor(2)
        self.rows = WarehouseRows(lambda: Warehouse(at))
        self.inquiry = Inquiry(
            self.rows,
            self.recorder,
            self.threads,
            lambda: int(casino.at.timestamp()) * 1_000_000,
        )

    def ask(self, rpc: str, question: Any, who: Principal = AUDITOR) -> Any:
        with calling(who):
            return asyncio.run(self.inquiry.answer(rpc, question))

    def refused(self, rpc: str, question: Any, who: Principal = AUDITOR) -> Any:
        try:
            self.ask(rpc, question, who)
        except Answered as early:
            return early.status
        raise AssertionError(f"{rpc} was answered")

    def exported(self, question: Any) -> list[Any]:
        async def parts() -> list[Any]:
            return [part async for part in await self.inquiry.stream("ExportEvents", question)]

        with calling(AUDITOR):
            return asyncio.run(parts())

    def close(self) -> None:
        self.threads.shutdown()
        self.rows.close()
