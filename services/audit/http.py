"""The HTTP face: the same questions by GET, the same messages as JSON, errors as problem+json."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import MessageToJson
from google.rpc.code_pb2 import Code
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route as Address

from services.audit.export import FORMATS, ExportFormat
from services.audit.failure import status_of
from services.audit.inquiry import Inquiry
from services.audit.landing import landing_page
from services.audit.openapi.document import document
from services.audit.problem import NOT_KEPT, page_problem, problem
from services.audit.query_text import question_from
from services.audit.routes import ROUTES, Route
from services.chassis.auth.gate import Gate
from services.chassis.auth.principal import begin_call
from services.chassis.auth.tokens import Verified
from services.chassis.metrics import Metrics

Page = Callable[[Request], Awaitable[Response]]
_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


@dataclass(frozen=True, slots=True)
class HttpFace:
    """What answers over HTTP: the inquiry, the gate that gRPC calls pass too, and the metrics."""

    inquiry: Inquiry
    gate: Gate
    metrics: Metrics

    def application(self) -> Starlette:
        """Return the application, an address for each RPC."""
        pages = [Address("/", _landing), Address("/openapi.json", _openapi)]
        for route in ROUTES.values():
            for suffix, form in FORMATS.items() if route.streams else [("", None)]:
                pages.append(Address(route.path + suffix, self._page(route, form)))
        return Starlette(
            routes=pages, exception_handlers={HTTPException: _no_page, Exception: _fault}
        )

    def _page(self, route: Route, form: ExportFormat | None) -> Page:
        async def page(request: Request) -> Response:
            began, code = time.monotonic(), int(Code.OK)
            try:
                return await self._answer(request, route, form)
            except Exception as error:  # noqa: BLE001 - what is no answer of ours is raised again
                status = status_of(error)
                code = status.code
                return problem(status)
            finally:
                seconds = time.monotonic() - began
                self.metrics.record_rpc(route.method_path, Code.Name(code), seconds)

        return page

    async def _answer(self, request: Request, route: Route, form: ExportFormat | None) -> Response:
        verified = self.gate.admit(request.headers.get("authorization"), route.method_path)
        begin_call(verified.principal)
        question = question_from(route.question, request.query_params.multi_items())
        if form is not None:
            parts = await self.inquiry.stream(route.rpc, question)
            body = self._watched(form.lines(parts), verified)
            name = f'attachment; filename="{question.casino_id}-events{form.suffix}"'
            headers = NOT_KEPT | {"Content-Disposition": name}
            return StreamingResponse(body, 200, headers, form.media_type)
        answer = await self.inquiry.answer(route.rpc, question)
        text = await asyncio.to_thread(_json, answer)
        return Response(text, 200, NOT_KEPT, "application/json")

    async def _watched(
        self, lines: AsyncIterator[bytes], verified: Verified
    ) -> AsyncIterator[bytes]:
        """Yield the lines while the token is good. What ends early lacks the last HTTP chunk."""
        async for line in lines:
            self.gate.require_good(verified)
            yield line


def _json(answer: Any) -> str:
    return MessageToJson(
        answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


async def _landing(_: Request) -> Response:
    return HTMLResponse(landing_page(), headers=_POLICY)


async def _openapi(_: Request) -> Response:
    return JSONResponse(document())


async def _no_page(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException) and error.status_code == 405:  # noqa: PLR2004
        text = f"Questions are asked by GET. {request.method} does nothing here."
        return page_problem(405, "method_not_allowed", text)
    text = "There is no such address. See / for the questions and /openapi.json for their form."
    return page_problem(404, "address_unknown", text)


async def _fault(_: Request, __: Exception) -> Response:
    text = "A fault of the service. It is in its log; the question may be asked again."
    return page_problem(500, "fault", text)
