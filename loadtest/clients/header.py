"""Header: what every command says besides its facts, with an id that a second run makes again."""

from countroom.ledger.v1.header_pb2 import Actor, CommandHeader, Timing
from google.protobuf.timestamp_pb2 import Timestamp

from loadtest.clients.uuid7 import uuid7_of


def timestamp(at_us: int) -> Timestamp:
    """Return a moment in microseconds since 1970 UTC as protobuf has it."""
    seconds, left_us = divmod(at_us, 1_000_000)
    return Timestamp(seconds=seconds, nanos=left_us * 1_000)


def named_header(
    casino_id: str,
    name: str,
    at_us: int,
    employee_id: str,
    timing: Timing = Timing.TIMING_UNSPECIFIED,
) -> CommandHeader:
    """Return the header of what has this name at this moment, e.g. "row 17 purchase"."""
    return CommandHeader(
        command_id=uuid7_of(f"{casino_id}/{name}", at_us),
        casino_id=casino_id,
        occurred_at=timestamp(at_us),
        actor=Actor(employee_id=employee_id),
        timing=timing,
    )
