"""Field rules of requests, read from the protos: what is not as it must be, and where.

The rules stand beside the fields (countroom/ledger/v1/rule.proto); a plan of checks is made once a
message type, so that a command costs a few microseconds. docs/adr says why no general library.
"""

import re
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any, Final

from countroom.ledger.v1 import rule_pb2
from countroom.ledger.v1.receipt_pb2 import FieldViolation
from countroom.ledger.v1.rule_pb2 import FieldRule
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

MOST_MINOR: Final = 10**15
MOST_TEXT: Final = 200
MOST_ITEMS: Final = 1_000
LAST_SECOND: Final = 253_402_300_799  # 9999-12-31T23:59:59Z
NANOS_A_SECOND: Final = 1_000_000_000

Found = list[FieldViolation]
Check = Callable[[Any, str, Found], None]

_FORMS: Final = {
    rule_pb2.TEXT_FORM_NAME: (
        re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}"),
        "must be 1 to 64 letters, digits, . _ : or -, the first a letter or digit",
    ),
    rule_pb2.TEXT_FORM_UUID7: (
        re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        "must be a UUIDv7 in lower case, e.g. 0190163d-8694-739b-aea5-966c26f8ad91",
    ),
    rule_pb2.TEXT_FORM_CURRENCY: (re.compile(r"[A-Z]{3}"), "must be an ISO 4217 code, e.g. MTL"),
    rule_pb2.TEXT_FORM_DAY: (re.compile(r"\d{4}-\d{2}-\d{2}"), "must be a day, e.g. 1998-06-30"),
    rule_pb2.TEXT_FORM_PATH: (
        re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,63}(/[A-Za-z0-9._:+-]{1,64}){0,3}"),
        "must be names joined by slashes, e.g. desk/desk-1",
    ),
}


def violations(message: Message) -> Found:
    """Return every field of a request that breaks its rule; empty for a request that may go on."""
    found: Found = []
    for check in _plan(message.DESCRIPTOR):
        check(message, "", found)
    return found


def has_unknown_fields(request: Any) -> bool:
    """Say whether anything in the request is unknown; what is unknown is dropped from it."""
    before = request.ByteSize()
    request.DiscardUnknownFields()
    return bool(request.ByteSize() != before)


@cache
def _plan(descriptor: Descriptor) -> tuple[Check, ...]:
    checks = [check for field in descriptor.fields if (check := _field_check(field))]
    real = [o for o in descriptor.oneofs if not o.name.startswith("_")]
    checks += [_one_of(o.name, [f.name for f in o.fields]) for o in real]
    if descriptor.full_name == "countroom.ledger.v1.Ratio":
        checks.append(_ratio)
    return tuple(checks)


def _field_check(field: FieldDescriptor) -> Check | None:
    options: Any = field.GetOptions()  # the stubs know extensions of their own make only
    has_rule = options.HasExtension(rule_pb2.rule)
    rule: FieldRule = options.Extensions[rule_pb2.rule]
    required = has_rule and not rule.may_be_empty
    if field.is_repeated:
        return _items(field, rule, required=required)
    if field.message_type is not None:
        return _message(field, required=required)
    value = _value_check(field, rule, required=required)
    if value is None:
        return None
    name = field.name

    def check(message: Any, path: str, found: Found) -> None:
        text = value(getattr(message, name))
        if text:
            found.append(FieldViolation(field=path + name, text=text))

    return check


def _value_check(
    field: FieldDescriptor, rule: FieldRule, *, required: bool
) -> Callable[[Any], str] | None:
    """Return what says why a value may not stand, or "" where it may."""
    if field.type == FieldDescriptor.TYPE_STRING:
        return _text(rule, required=required)
    if field.enum_type is not None:
        known = frozenset(v.number for v in field.enum_type.values) - ({0} if required else set())
        return lambda value: "" if value in known else "must be one of the values of its enum"
    if field.type in {FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_INT32}:
        least = -MOST_MINOR if rule.may_be_negative else 0
        text = f"must be from {least} to {MOST_MINOR}"
        if field.name.endswith("_seconds"):
            text, most = f"must be from 0 to {LAST_SECOND}", LAST_SECOND
            return lambda value: "" if 0 <= value <= most else text
        return lambda value: "" if least <= value <= MOST_MINOR else text
    return None


def _text(rule: FieldRule, *, required: bool) -> Callable[[str], str]:
    if rule.form == rule_pb2.TEXT_FORM_UNSPECIFIED:
        plain = f"must be at most {MOST_TEXT} printable characters"

        def printable(value: str) -> str:
            if not value:
                return "must be there" if required else ""
            return "" if len(value) <= MOST_TEXT and value.isprintable() else plain

        return printable
    pattern, text = _FORMS[rule.form]
    matches, is_day = pattern.fullmatch, rule.form == rule_pb2.TEXT_FORM_DAY

    def formed(value: str) -> str:
        if not value:
            return f"must be there: it {text}" if required else ""
        good = matches(value) and (not is_day or _is_day(value))
        return "" if good else text

    return formed


def _is_day(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _message(field: FieldDescriptor, *, required: bool) -> Check:
    name, kind = field.name, field.message_type
    assert kind is not None  # noqa: S101 - the caller has looked
    if kind.full_name == "google.protobuf.Timestamp":
        return _timestamp(name, required=required)
    # The plan is looked up when it is needed: messages may hold one another.

    def check(message: Any, path: str, found: Found) -> None:
        if message.HasField(name):
            inner, below = getattr(message, name), f"{path}{name}."
            for part in _plan(kind):
                part(inner, below, found)
        elif required:
            found.append(FieldViolation(field=path + name, text="must be there"))

    return check


def _timestamp(name: str, *, required: bool) -> Check:
    def check(message: Any, path: str, found: Found) -> None:
        if message.HasField(name):
            at = getattr(message, name)
            if not (0 <= at.seconds <= LAST_SECOND and 0 <= at.nanos < NANOS_A_SECOND):
                found.append(FieldViolation(field=path + name, text="must be from 1970 to 9999"))
        elif required:
            found.append(FieldViolation(field=path + name, text="must be there"))

    return check


def _items(field: FieldDescriptor, rule: FieldRule, *, required: bool) -> Check:
    name, kind, most = field.name, field.message_type, rule.most_items or MOST_ITEMS
    value = None if kind else _value_check(field, rule, required=True)

    def check(message: Any, path: str, found: Found) -> None:
        items = getattr(message, name)
        if not items and not required:
            return
        if not 1 <= len(items) <= most:
            found.append(FieldViolation(field=path + name, text=f"must have 1 to {most} items"))
            return
        for place, item in enumerate(items):
            if kind is not None:
                for part in _plan(kind):
                    part(item, f"{path}{name}[{place}].", found)
            elif value is not None and (text := value(item)):
                found.append(FieldViolation(field=f"{path}{name}[{place}]", text=text))

    return check


def _one_of(name: str, cases: list[str]) -> Check:
    text = f"must be one of {', '.join(cases)}"

    def check(message: Any, path: str, found: Found) -> None:
        if message.WhichOneof(name) is None:
            found.append(FieldViolation(field=path + name, text=text))

    return check


def _ratio(message: Any, path: str, found: Found) -> None:
    if message.denominator < 1 or message.numerator < 1:
        found.append(FieldViolation(field=path.rstrip("."), text="must be a ratio above zero"))
