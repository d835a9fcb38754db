"""Both faces over one inquiry, with tokens of three roles."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from urllib.parse import urlencode

import grpc
import httpx

from deploy.local.issuer import LocalIssuer
from services.audit.checks import SERVICE
from services.audit.http import HttpFace
from services.audit.service import handlers
from services.chassis.auth.gate import Gate
from services.chassis.auth.interceptor import AuthInterceptor
from services.chassis.auth.revocations import Revocations
from services.chassis.auth.tokens import TokenVerifier
from services.chassis.metrics import Metrics
from tests.integration.audit.pages import CASINO

METHOD = f"/{SERVICE.full_name}/"


@asynccontextmanager
async def open_faces(asker, folder) -> AsyncIterator[SimpleNamespace]:
    """Return a gRPC channel, an HTTP client, and tokens of three roles."""
    issuer, revocations = LocalIssuer.at(folder), Revocations()
    gate = Gate(TokenVerifier(issuer.jwks, "countroom-local", "countroom", revocations))
    server = grpc.aio.server(interceptors=(AuthInterceptor(gate),))
    server.add_generic_rpc_handlers((handlers(asker.inquiry),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    face = HttpFace(asker.inquiry, gate, Metrics())
    transport = httpx.ASGITransport(face.application(), raise_app_exceptions=False)
    tokens = {
        role: issuer.issue(f"{role}-1", [role], [CASINO], is_person=True, token_id=f"t-{role}")
        for role in ("auditor", "cashier", "operator")
    }
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
        httpx.AsyncClient(transport=transport, base_url="http://audit") as client,
    ):
        yield SimpleNamespace(channel=channel, http=client, tokens=tokens, revocations=revocations)
    await server.stop(None)


async def by_grpc(faces, rpc, question, answer, role="auditor"):
    call = faces.channel.unary_unary(
        METHOD + rpc, type(question).SerializeToString, answer.FromString
    )
    return await call(question, metadata=(("authorization", f"Bearer {faces.tokens[role]}"),))


async def by_http(faces, path, role="auditor", **given):
    headers = {"authorization": f"Bearer {faces.tokens[role]}"} if role else {}
    query = urlencode({"casino_id": CASINO} | given, doseq=True)
    return await faces.http.get(f"/v1/{path}?{query}", headers=headers)
