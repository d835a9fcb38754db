"""Declined: a call that the ledger answered with a status instead of a message."""

from typing import Final

import grpc
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from grpc_status import rpc_status

RETRIED: Final = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED})


class Declined(Exception):
    """Carries the status code, the stable reason in lower case, and the sentence for a person."""

    def __init__(self, code: grpc.StatusCode, reason: str, text: str, retry_s: float = 0.0) -> None:
        """Take what the answer said; `retry_s` is when the ledger asks to be called again."""
        super().__init__(f"{reason}: {text}" if reason else f"{code.name}: {text}")
        self.code, self.reason, self.text, self.retry_s = code, reason, text, retry_s

    @property
    def may_be_repeated(self) -> bool:
        """Say whether the same request, under the same ids, is worth sending again."""
        return self.code in RETRIED


def declined(error: grpc.aio.AioRpcError) -> Declined:
    """Return what a failed call said, its google.rpc.Status read."""
    # The stubs know only the call of the other API; what is read from it, this one has too.
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    info, retry, request = ErrorInfo(), RetryInfo(), BadRequest()
    known: tuple[Message, ...] = (info, retry, request)
    for detail in status.details if status is not None else ():
        for message in known:
            detail.Unpack(message)
    text = error.details() or ""
    fields = ", ".join(v.field for v in request.field_violations)
    if fields:
        text = f"{text} [{fields}]"
    return Declined(error.code(), info.reason.lower(), text, retry.retry_delay.nanos / 1e9)
