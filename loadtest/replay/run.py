"""One replay: the casino set up, every row told, the streams waited for, every figure compared."""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from countroom.audit.v1.balance_questions_pb2 import GetTrialBalance, TrialBalance
from countroom.audit.v1.identification_questions_pb2 import (
    IdentificationList,
    IdentificationStatus,
    ListIdentifications,
)
from countroom.audit.v1.verification_questions_pb2 import BookVerification, VerifyBook

from loadtest.callers import Callers
from loadtest.casino import Casino
from loadtest.checked import Checked
from loadtest.clients.audit import AuditClient
from loadtest.clients.batch_sender import BatchSender
from loadtest.display import Display
from loadtest.replay.answers import asked_figures
from loadtest.replay.commands import commands
from loadtest.replay.comparison import Difference, differences
from loadtest.replay.control_totals import ControlTotals, read_control_totals
from loadtest.replay.exchanges import ReplayedExchange, in_order_of_time
from loadtest.replay.replayed_casino import casino_id_of, replayed_casino
from loadtest.replay.settings import LIMIT_MINOR, ReplaySettings
from loadtest.replay.table_sessions import FILE_NAME, read_table_sessions
from loadtest.replay.tally import IdentificationTally
from loadtest.setup import set_up

STREAMS_WITHIN_S: Final = 120.0
_MET: Final = IdentificationStatus.IDENTIFICATION_STATUS_MET
_MISSED: Final = IdentificationStatus.IDENTIFICATION_STATUS_MISSED


@dataclass(frozen=True, slots=True)
class Replay:
    """What is to be replayed: read and checked before anything is sent."""

    casino: Casino
    exchanges: list[ReplayedExchange]
    totals: ControlTotals


@dataclass(slots=True)
class Told:
    """How the ledger took the commands."""

    recorded: int = 0
    replayed: int = 0
    refused: int = 0
    first_refusal: str = ""
    last_sequence: int = 0
    seconds: float = 0.0
    documents: int = 0

    @property
    def commands(self) -> int:
        """Return how many were answered."""
        return self.recorded + self.replayed + self.refused


def read_replay(folder: Path, settings: ReplaySettings) -> Replay:
    """Read the folder; raises BadInput."""
    totals = read_control_totals(folder)
    sessions = read_table_sessions(folder)
    exchanges = in_order_of_time(sessions, ZoneInfo(settings.zone))
    casino_id = casino_id_of((folder / FILE_NAME).read_bytes(), settings)
    return Replay(replayed_casino(casino_id, settings, exchanges), exchanges, totals)


async def tell(replay: Replay, callers: Callers, display: Display) -> Told:
    """Set the casino up and send every exchange in the order of time."""
    await set_up(replay.casino, callers.founders(replay.casino.chief_cashier))
    tally, told = IdentificationTally(LIMIT_MINOR), Told()
    sent = list(commands(replay.casino.casino_id, replay.exchanges, tally))
    display.stage("commands to the cashier's book", len(sent))
    began = time.monotonic()
    async for _, result in BatchSender(callers.desk()).send(sent):
        if result.HasField("refusal"):
            told.refused += 1
            told.first_refusal = told.first_refusal or (
                f"{result.refusal.reason}: {result.refusal.text}"
            )
        elif result.receipt.replayed:
            told.replayed += 1
        else:
            told.recorded += 1
        told.last_sequence = max(told.last_sequence, result.receipt.last_sequence)
        display.reached(told.commands)
    told.seconds, told.documents = time.monotonic() - began, tally.documents
    return told


async def compare(
    replay: Replay, told: Told, audit: AuditClient, display: Display
) -> list[Difference]:
    """Wait until the rows are there, then ask for every figure."""
    casino_id = replay.casino.casino_id
    display.stage("waiting for the streams")
    began = time.monotonic()
    await audit.caught_up(casino_id, {f"{casino_id}/cashier": told.last_sequence}, STREAMS_WITHIN_S)
    display.stage(f"rows are there after {time.monotonic() - began:.1f} s; asking the audit API")
    return differences(replay.totals.figures, await asked_figures(audit, casino_id))


async def soundness(casino_id: str, told: Told, audit: AuditClient) -> AsyncIterator[Checked]:
    """Yield what must hold besides the control totals."""
    yield Checked("commands refused", told.first_refusal or "none", "none")
    question = ListIdentifications(casino_id=casino_id, page_size=1)
    counts = (await audit.ask(question, IdentificationList)).counts
    register = {count.status: count.identification_count for count in counts}
    yield Checked("identifications met", str(register.get(_MET, 0)), str(told.documents))
    yield Checked("identifications missed", str(register.get(_MISSED, 0)), "0")
    book = VerifyBook(casino_id=casino_id, service="cashier")
    verified = await audit.ask(book, BookVerification)
    found = "whole" if verified.holds else f"fails: {verified.failure.text}"
    yield Checked("chain of the cashier's book", found, "whole")
    balance = await audit.ask(GetTrialBalance(casino_id=casino_id), TrialBalance)
    yield Checked("trial balance", "zero" if balance.is_zero else "not zero", "zero")
