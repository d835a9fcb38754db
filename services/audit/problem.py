"""Problems: a status as HTTP says it, problem+json (RFC 9457) with the same reason and fields."""

from typing import Any, Final

from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from starlette.responses import JSONResponse

MEDIA_TYPE: Final = "application/problem+json"
NOT_KEPT: Final = {"Cache-Control": "no-store"}
_HTTP: Final[dict[int, tuple[int, str]]] = {
    Code.INVALID_ARGUMENT: (400, "The question is not as it must be"),
    Code.UNAUTHENTICATED: (401, "Who asks is not known"),
    Code.PERMISSION_DENIED: (403, "The question is not allowed"),
    Code.NOT_FOUND: (404, "Not found"),
    Code.FAILED_PRECONDITION: (409, "The question cannot be answered as asked"),
    Code.RESOURCE_EXHAUSTED: (429, "Too much waits"),
    Code.UNAVAILABLE: (503, "Not available at the moment"),
}


def problem(status: Status) -> JSONResponse:
    """Return the response that says what the status says."""
    code, title = _HTTP[status.code]
    info, request = ErrorInfo(), BadRequest()
    for detail in status.details:
        detail.Unpack(info)
        detail.Unpack(request)
    reason = info.reason.lower()
    body: dict[str, Any] = {
        "type": f"urn:countroom:problem:{reason}",
        "title": title,
        "status": code,
        "detail": status.message,
        "reason": reason,
    }
    if request.field_violations:
        body["violations"] = [
            {"field": v.field, "text": v.description} for v in request.field_violations
        ]
    if info.metadata:
        body["facts"] = dict(info.metadata)
    headers = {"WWW-Authenticate": "Bearer"} if status.code == Code.UNAUTHENTICATED else {}
    return JSONResponse(body, code, NOT_KEPT | headers, MEDIA_TYPE)


def page_problem(code: int, reason: str, detail: str) -> JSONResponse:
    """Return the response for an address or a method that is none of ours."""
    body = {
        "type": f"urn:countroom:problem:{reason}",
        "title": detail.partition(".")[0],
        "status": code,
        "detail": detail,
        "reason": reason,
    }
    return JSONResponse(body, code, NOT_KEPT, MEDIA_TYPE)
