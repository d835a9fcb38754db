"""Comments of the protos, so that the documents people read say what the protos say."""

import re
from functools import cache
from importlib import resources
from typing import Any, Final

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

# Written by `make proto` beside the Python code, which itself keeps no comments.
DESCRIBED: Final = "described.binpb"

_FILE: Final = FileDescriptorProto.DESCRIPTOR.fields_by_name
_MESSAGES: Final = _FILE["message_type"].number
_ENUMS: Final = _FILE["enum_type"].number
_SERVICES: Final = _FILE["service"].number
_FIELDS: Final = DescriptorProto.DESCRIPTOR.fields_by_name["field"].number
_VALUES: Final = EnumDescriptorProto.DESCRIPTOR.fields_by_name["value"].number
_METHODS: Final = ServiceDescriptorProto.DESCRIPTOR.fields_by_name["method"].number


def comment_of(full_name: str) -> str:
    """Return the comment of a message, field, enum, value, service or RPC; "" where it has none."""
    return _comments().get(full_name, "")


@cache
def _comments() -> dict[str, str]:
    raw = resources.files("countroom").joinpath(DESCRIBED).read_bytes()
    found: dict[str, str] = {}
    for file in FileDescriptorSet.FromString(raw).file:
        found |= _comments_of_file(file)
    return found


def _comments_of_file(file: FileDescriptorProto) -> dict[str, str]:
    names = _names(file)
    return {
        names[path]: re.sub(r"\s*\n\s*", " ", place.leading_comments).strip()
        for place in file.source_code_info.location
        if (path := tuple(place.path)) in names and place.leading_comments
    }


def _names(file: FileDescriptorProto) -> dict[tuple[int, ...], str]:
    """Return the full name of everything at the top of a file and one below, by its path."""
    kinds: list[tuple[int, Any, int, str]] = [
        (_MESSAGES, file.message_type, _FIELDS, "field"),
        (_ENUMS, file.enum_type, _VALUES, "value"),
        (_SERVICES, file.service, _METHODS, "method"),
    ]
    names: dict[tuple[int, ...], str] = {}
    for number, items, part_number, parts in kinds:
        for place, item in enumerate(items):
            name = f"{file.package}.{item.name}"
            names[number, place] = name
            for part_place, part in enumerate(getattr(item, parts)):
                names[number, place, part_number, part_place] = f"{name}.{part.name}"
    return names
