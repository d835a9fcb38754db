"""The OpenAPI document: complete, described, and true of the JSON that is answered."""

import json
import re

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message_factory import GetMessageClass

from services.audit.openapi.document import document
from services.audit.routes import ROUTES

OPERATIONS = [(path, item["get"]) for path, item in document()["paths"].items()]
SCHEMAS = document()["components"]["schemas"]


def references(node):
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_the_document_is_json_and_every_reference_leads_somewhere():
    """Each $ref names a schema that is among the components."""
    assert json.loads(json.dumps(document())) == document()
    for reference in references(document()):
        assert reference.removeprefix("#/components/schemas/") in SCHEMAS


def test_every_operation_is_named_once_described_and_guarded():
    """Operation ids are unique, and the document's one security scheme holds for all."""
    ids = [operation["operationId"] for _, operation in OPERATIONS]

    assert len(set(ids)) == len(ids)
    assert document()["security"] == [{"bearer": []}]
    for _, operation in OPERATIONS:
        assert operation["summary"]
        assert {"200", "400", "401", "403", "409", "503"} <= set(operation["responses"])


@pytest.mark.parametrize(("path", "operation"), OPERATIONS, ids=[path for path, _ in OPERATIONS])
def test_every_parameter_says_what_it_is(path, operation):
    """Name, place, type and the comment of the proto's field."""
    for parameter in operation["parameters"]:
        assert parameter["description"], parameter["name"]
        assert parameter["in"] == "query"
        assert parameter["schema"]["type"] in {"string", "integer", "boolean", "array"}
        pattern = parameter["schema"].get("pattern")
        assert pattern is None or re.compile(pattern)
    required = {p["name"] for p in operation["parameters"] if p["required"]}
    assert "casino_id" in required


@pytest.mark.parametrize("route", ROUTES.values(), ids=lambda r: r.rpc)
def test_the_schema_of_an_answer_is_that_of_its_json(route):
    """An answer with nothing in it has just the properties of the schema, each of its type."""
    schema = SCHEMAS[route.answer.full_name]
    answer = MessageToDict(
        GetMessageClass(route.answer)(),
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
    )
    kinds = {"string": str, "array": list, "boolean": bool, "integer": int}

    assert set(answer) <= set(schema["properties"])
    assert all(schema["properties"][name].get("description") for name in schema["properties"])
    for name, value in answer.items():
        declared = schema["properties"][name]
        assert isinstance(value, kinds[declared.get("type", "string")])


def test_sixty_four_bits_are_text():
    """A JavaScript number would lose the last digits of a large amount."""
    total = SCHEMAS["countroom.audit.v1.ExchangeSum"]["properties"]["chips_minor"]

    assert (total["type"], total["format"]) == ("string", "int64")
