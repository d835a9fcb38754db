"""Failures: whatever ends a question without its answer, as one status for both faces."""

from google.rpc.status_pb2 import Status

from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.command_service import in_doubt
from services.chassis.partition_writer import InDoubt
from services.kernel.refusal import Refused


def status_of(error: Exception) -> Status:
    """Return the status that answers the question; raise what is no answer but a fault of ours."""
    match error:
        case Answered():
            return error.status
        case Refused():
            return answers.refused(error)
        case InDoubt():
            status: Status = in_doubt()
            return status
        case _:
            raise error
