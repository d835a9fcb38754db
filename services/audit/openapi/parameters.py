"""Parameters: a question's fields as the query of an address, for OpenAPI 3.1."""

from typing import Any, Final

from countroom.ledger.v1 import rule_pb2
from google.protobuf.descriptor import FieldDescriptor

from services.audit.checks import DEFAULT_PAGE_SIZE, MOST_PAGE_SIZE
from services.audit.enum_text import numbers_by_word
from services.audit.openapi.comments import comment_of
from services.audit.openapi.schemas import Schema

_TEXT_FORMS: Final[dict[str, Schema]] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "countroom.ledger.v1.BookSequence": {
        "type": "string",
        "pattern": "^.+:[0-9]+$",
        "examples": ["st-julians/cashier:120"],
    },
    "countroom.cashier.v1.Reference": {
        "type": "string",
        "pattern": "^[^=]+=",
        "examples": ["game=BJ"],
    },
}
_SCALARS: Final[dict[int, Schema]] = {
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "format": "int32"},
    FieldDescriptor.TYPE_INT64: {"type": "integer", "format": "int64"},
}
_PAGE_SIZE: Final[Schema] = {
    "type": "integer",
    "minimum": 1,
    "maximum": MOST_PAGE_SIZE,
    "default": DEFAULT_PAGE_SIZE,
}
_FORMS: Final[dict[int, Schema]] = {
    rule_pb2.TEXT_FORM_DAY: {"format": "date", "examples": ["1998-06-30"]},
    rule_pb2.TEXT_FORM_UUID7: {"format": "uuid"},
    rule_pb2.TEXT_FORM_NAME: {"pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"},
}


def parameter(field: FieldDescriptor) -> dict[str, Any]:
    """Return a field of a question as a parameter."""
    return {
        "name": field.name,
        "in": "query",
        "required": is_required(field),
        "description": comment_of(field.full_name),
        "schema": _schema(field),
    }


def is_required(field: FieldDescriptor) -> bool:
    """Say whether a question without the field is turned down."""
    rule = _rule(field)
    return rule is not None and not rule.may_be_empty


def _rule(field: FieldDescriptor) -> Any:
    options: Any = field.GetOptions()
    return options.Extensions[rule_pb2.rule] if options.HasExtension(rule_pb2.rule) else None


def _schema(field: FieldDescriptor) -> Schema:
    one = _one(field)
    if not field.is_repeated:
        return one
    rule = _rule(field)
    most = {"maxItems": rule.most_items} if rule and rule.most_items else {}
    return {"type": "array", "items": one} | most


def _one(field: FieldDescriptor) -> Schema:
    if field.message_type is not None:
        return _TEXT_FORMS[field.message_type.full_name]
    if field.enum_type is not None:
        return {"type": "string", "enum": list(numbers_by_word(field.enum_type))}
    if field.name == "page_size":
        return _PAGE_SIZE
    rule = _rule(field)
    return _SCALARS[field.type] | (_FORMS.get(rule.form, {}) if rule else {})
