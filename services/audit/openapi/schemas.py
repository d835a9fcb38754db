"""Schemas: messages as the JSON form of protocol buffers writes them, for OpenAPI 3.1."""

from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from services.audit.openapi.comments import comment_of

Schema = dict[str, Any]

_SCALARS: Final[dict[int, Schema]] = {
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "format": "int32"},
    # 64 bits are more than a JavaScript number holds, so they are written as text.
    FieldDescriptor.TYPE_INT64: {"type": "string", "format": "int64", "pattern": "^-?[0-9]+$"},
}
_KNOWN: Final[dict[str, Schema]] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Any": {
        "type": "object",
        "properties": {"@type": {"type": "string"}},
        "required": ["@type"],
        "additionalProperties": True,
    },
}


class Schemas:
    """The schemas that a document refers to, gathered as they are referred to."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}

    def reference(self, kind: Descriptor | EnumDescriptor) -> Schema:
        """Return a reference to a type's schema, which is then among the components."""
        known = _KNOWN.get(kind.full_name)
        if known is not None:
            return known
        if kind.full_name not in self.components:
            self.components[
                kind.full_name
            ] = {}  # held while it is made: types may hold one another
            made = _enum(kind) if isinstance(kind, EnumDescriptor) else self._message(kind)
            self.components[kind.full_name] = made
        return {"$ref": f"#/components/schemas/{kind.full_name}"}

    def field(self, field: FieldDescriptor) -> Schema:
        """Return the schema of a field's value."""
        kind = field.message_type or field.enum_type
        one = self.reference(kind) if kind else dict(_SCALARS[field.type])
        schema = {"type": "array", "items": one} if field.is_repeated else one
        comment = comment_of(field.full_name)
        return schema | {"description": comment} if comment else schema

    def _message(self, kind: Descriptor) -> Schema:
        properties = {field.name: self.field(field) for field in kind.fields}
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | {"description": comment_of(kind.full_name)}


def _enum(kind: EnumDescriptor) -> Schema:
    package = kind.full_name.rpartition(".")[0]
    words = [f"{v.name}: {comment_of(f'{package}.{kind.name}.{v.name}')}" for v in kind.values]
    description = "\n".join([comment_of(kind.full_name), "", *[f"- {word}" for word in words]])
    return {"type": "string", "enum": [v.name for v in kind.values], "description": description}
