"""Answers that are no receipt, as google.rpc.Status: one shape for each, with a stable reason."""

from collections.abc import Mapping, Sequence
from typing import Final

import grpc
from countroom.ledger.v1.receipt_pb2 import FieldViolation
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from services.kernel.refusal import Refused

DOMAIN: Final = "countroom"


class Answered(Exception):
    """A request is answered with a status instead of a message."""

    def __init__(self, status: Status) -> None:
        """Take the status as it goes over the wire."""
        super().__init__(status.message)
        self.status = status


def refused(refusal: Refused) -> Status:
    """Return FAILED_PRECONDITION: a rule turned the command down."""
    return failed_precondition(refusal.reason, refusal.text, refusal.facts)


def failed_precondition(reason: str, text: str, facts: Mapping[str, str]) -> Status:
    """Return FAILED_PRECONDITION with a reason and the figures."""
    info = ErrorInfo(reason=reason.upper(), domain=DOMAIN, metadata=dict(facts))
    return _status(grpc.StatusCode.FAILED_PRECONDITION, text, info)


def invalid(violations: Sequence[FieldViolation]) -> Status:
    """Return INVALID_ARGUMENT naming each field that is not as it must be."""
    request = BadRequest(
        field_violations=[
            BadRequest.FieldViolation(field=v.field, description=v.text) for v in violations
        ]
    )
    first = violations[0]
    text = f"{first.field} {first.text}" + (
        f" (and {len(violations) - 1} more)" * (len(violations) > 1)
    )
    info = ErrorInfo(reason="INVALID_REQUEST", domain=DOMAIN)
    return _status(grpc.StatusCode.INVALID_ARGUMENT, text, info, request)


def unavailable(reason: str, text: str) -> Status:
    """Return UNAVAILABLE: nothing is known, ask again or ask GetOutcome."""
    return _status(
        grpc.StatusCode.UNAVAILABLE, text, ErrorInfo(reason=reason.upper(), domain=DOMAIN)
    )


def not_found(reason: str, text: str) -> Status:
    """Return NOT_FOUND with a reason."""
    return _status(grpc.StatusCode.NOT_FOUND, text, ErrorInfo(reason=reason.upper(), domain=DOMAIN))


def exhausted(text: str, retry_ms: int) -> Status:
    """Return RESOURCE_EXHAUSTED with the time after which to try again."""
    retry = RetryInfo(retry_delay=duration_pb2.Duration(nanos=retry_ms * 1_000_000))
    info = ErrorInfo(reason="LEDGER_BUSY", domain=DOMAIN)
    return _status(grpc.StatusCode.RESOURCE_EXHAUSTED, text, info, retry)


def unauthenticated(reason: str, text: str) -> Status:
    """Return UNAUTHENTICATED with a reason."""
    info = ErrorInfo(reason=reason.upper(), domain=DOMAIN)
    return _status(grpc.StatusCode.UNAUTHENTICATED, text, info)


def permission_denied(reason: str, text: str) -> Status:
    """Return PERMISSION_DENIED with a reason."""
    return _status(
        grpc.StatusCode.PERMISSION_DENIED, text, ErrorInfo(reason=reason.upper(), domain=DOMAIN)
    )


def _status(code: grpc.StatusCode, text: str, *details: Message) -> Status:
    packed = []
    for detail in details:
        wrapped = any_pb2.Any()
        wrapped.Pack(detail)
        packed.append(wrapped)
    return Status(code=code.value[0], message=text, details=packed)
