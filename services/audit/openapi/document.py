"""The OpenAPI 3.1 document of the questions, made from the protos and nothing else."""

from functools import cache
from typing import Any, Final

from services.audit.checks import SERVICE
from services.audit.export import FORMATS
from services.audit.openapi.comments import comment_of
from services.audit.openapi.parameters import parameter
from services.audit.openapi.schemas import Schemas
from services.audit.problem import MEDIA_TYPE as PROBLEM_TYPE
from services.audit.routes import ROUTES, Route

VERSION: Final = "1"

_PROBLEM_SCHEMA: Final = {
    "type": "object",
    "description": "An error (RFC 9457): what was wrong, where, and what to do.",
    "properties": {
        "type": {"type": "string", "description": "urn:countroom:problem: and the reason."},
        "title": {"type": "string", "description": "The status in words."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": {"type": "string", "description": "One sentence for a person."},
        "reason": {"type": "string", "description": "Stable code, e.g. question_invalid."},
        "violations": {
            "type": "array",
            "description": "Parameters that are not as they must be.",
            "items": {
                "type": "object",
                "properties": {"field": {"type": "string"}, "text": {"type": "string"}},
                "required": ["field", "text"],
            },
        },
        "facts": {
            "type": "object",
            "description": "Figures that a person needs to see.",
            "additionalProperties": {"type": "string"},
        },
    },
    "required": ["type", "title", "status", "detail", "reason"],
}
_ERRORS: Final = {
    "400": "A parameter is not as it must be.",
    "401": "No token, or one that is not good.",
    "403": "The token's roles or casinos do not allow the question.",
    "404": "There is no such event.",
    "409": "It cannot be answered as asked, e.g. the vector is ahead of what has been read.",
    "503": "The ledger cannot record or answer at the moment; ask again.",
}


@cache
def document() -> dict[str, Any]:
    """Return the document, ready for JSON."""
    schemas = Schemas()
    paths = {
        route.path + suffix: {"get": _operation(route, suffix, schemas)}
        for route in ROUTES.values()
        for suffix in (FORMATS if route.streams else [""])
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Countroom audit",
            "version": VERSION,
            "description": comment_of(SERVICE.full_name),
        },
        "paths": paths,
        "security": [{"bearer": []}],
        "components": {
            "schemas": {"Problem": _PROBLEM_SCHEMA} | dict(sorted(schemas.components.items())),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
            },
        },
    }


def _operation(route: Route, suffix: str, schemas: Schemas) -> dict[str, Any]:
    problem = {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    errors = {code: {"description": text, "content": problem} for code, text in _ERRORS.items()}
    return {
        "operationId": route.rpc + suffix.removeprefix(".").capitalize(),
        "summary": comment_of(route.method.full_name),
        "description": comment_of(route.question.full_name),
        "parameters": [parameter(field) for field in route.question.fields],
        "responses": {
            "200": {
                "description": comment_of(route.answer.full_name),
                "content": _content(route, suffix, schemas),
            }
        }
        | errors,
    }


def _content(route: Route, suffix: str, schemas: Schemas) -> dict[str, Any]:
    schema = schemas.reference(route.answer)
    if not suffix:
        return {"application/json": {"schema": schema}}
    # A line of NDJSON is one part of the answer; a line of CSV has the same under column heads.
    one = schema if suffix == ".ndjson" else {"type": "string"}
    return {FORMATS[suffix].media_type: {"schema": one}}
