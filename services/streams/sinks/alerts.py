"""Alerts handed in to the compliance book, until it holds them.

A finding is never lost: it stays in the warehouse without an alert until this worker, or the next,
has handed it in.
"""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import grpc
import structlog
from countroom.compliance.v1.compliance_service_pb2 import RaiseAlert
from countroom.ledger.v1.header_pb2 import Actor, CommandHeader, Timing
from countroom.ledger.v1.receipt_pb2 import Receipt
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from services.streams.watches.command_id import command_id_of
from services.streams.watches.finding import FindingRow, alert_of

WATCH: Final = "streams"
_RPC: Final = "/countroom.compliance.v1.ComplianceService/RaiseAlert"
_DEADLINE_S: Final = 10.0
_AGAIN_S: Final = 1.0
_HELD: Final = frozenset({"ALERT_ALREADY_RAISED"})
_log = structlog.get_logger()


class AlertSink:
    """Hands in what is unraised, one after another; what fails is tried again."""

    def __init__(
        self,
        unraised: Callable[[], Iterable[tuple[int, FindingRow]]],
        owner_of: Callable[[int], str],
        open_channel: Callable[[str], grpc.aio.Channel],
        token_file: Path,
    ) -> None:
        """Take what is to be handed in, who owns a partition's compliance books, and our token."""
        self._unraised, self._owner_of, self._open = unraised, owner_of, open_channel
        self._token_file = token_file
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._handed_in: set[str] = set()
        self._something = asyncio.Event()

    def something_found(self) -> None:
        """Look again: rows have been written, findings may be among them."""
        self._something.set()

    async def run(self) -> None:
        """Hand in for ever what is found."""
        while True:
            await self._something.wait()
            self._something.clear()
            if not await self.hand_in():
                await asyncio.sleep(_AGAIN_S)
                self._something.set()

    async def hand_in(self) -> bool:
        """Hand in everything that is unraised; say whether nothing is left."""
        waiting = list(self._unraised())
        self._handed_in &= {finding.alert_id for _, finding in waiting}
        done = True
        for partition, finding in waiting:
            if finding.alert_id in self._handed_in:
                continue  # the log will say that it was raised
            if await self._raise(partition, finding):
                self._handed_in.add(finding.alert_id)
            else:
                done = False
        return done

    async def close(self) -> None:
        """Give up the connections."""
        for channel in self._channels.values():
            await channel.close()

    async def _raise(self, partition: int, finding: FindingRow) -> bool:
        address = self._owner_of(partition)
        if not address:
            return False
        try:
            await self._call(address, raise_alert(finding))
        except grpc.aio.AioRpcError as error:
            reason = _reason(error)
            if reason in _HELD:
                return True
            _log.warning(
                "alert_not_raised", rule=finding.rule, code=error.code().name, reason=reason
            )
            return False
        except OSError as error:
            _log.warning("alert_not_raised", rule=finding.rule, reason=f"token: {error.strerror}")
            return False
        return True

    async def _call(self, address: str, command: RaiseAlert) -> Receipt:
        channel = self._channels.get(address)
        if channel is None:
            channel = self._channels[address] = self._open(address)
        call: Any = channel.unary_unary(
            _RPC,
            request_serializer=RaiseAlert.SerializeToString,
            response_deserializer=Receipt.FromString,
        )
        # Read each time, so that a token that was renewed needs no restart.
        token = (await asyncio.to_thread(self._token_file.read_text, "ascii")).strip()
        metadata = (("authorization", f"Bearer {token}"),)
        receipt: Receipt = await call(command, timeout=_DEADLINE_S, metadata=metadata)
        return receipt


def raise_alert(finding: FindingRow) -> RaiseAlert:
    """Return the command that hands a finding in: for the same finding, always the same."""
    seconds, us = divmod(finding.occurred_at, 1_000_000)
    header = CommandHeader(
        command_id=command_id_of(finding.alert_id, finding.occurred_at),
        casino_id=finding.casino_id,
        occurred_at=Timestamp(seconds=seconds, nanos=us * 1_000),
        actor=Actor(employee_id=WATCH, terminal_id=WATCH),
        timing=Timing.TIMING_AFTER,
    )
    return RaiseAlert(header=header, alert=alert_of(finding))


def _reason(error: grpc.aio.AioRpcError) -> str:
    """Return the stable reason of an error, "" where it has none."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]  # has what a Call has
    for detail in status.details if status else ():
        info = ErrorInfo()
        if detail.Unpack(info):
            return info.reason
    return ""
