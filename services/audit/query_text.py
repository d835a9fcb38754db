"""Query text: a question from the parameters of an address, each field in one written form."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Final

from countroom.cashier.v1.exchange_pb2 import Reference
from countroom.ledger.v1.event_pb2 import BookSequence
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from services.audit.checks import invalid
from services.audit.enum_text import numbers_by_word

_WHOLE: Final = {
    FieldDescriptor.TYPE_INT32: 1 << 31,
    FieldDescriptor.TYPE_INT64: 1 << 63,
}


class Unreadable(ValueError):
    """The text is not of the field's form; the message says what the form is."""


def question_from(descriptor: Descriptor, given: Iterable[tuple[str, str]]) -> Any:
    """Return the question that parameters give; answers INVALID_ARGUMENT naming each wrong one."""
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for name, text in given:
        texts[name].append(text)
    question = GetMessageClass(descriptor)()
    found = {}
    for name, values in texts.items():
        field = descriptor.fields_by_name.get(name)
        if field is None:
            found[name[:64]] = _no_such(name, descriptor)
            continue
        try:
            _set(question, field, values)
        except Unreadable as wrong:
            found[name] = str(wrong)
    if found:
        raise invalid(found)
    return question


def _set(question: Message, field: FieldDescriptor, texts: list[str]) -> None:
    values = [_value(field, text) for text in texts]
    if field.is_repeated:
        getattr(question, field.name).extend(values)
    elif len(values) > 1:
        raise Unreadable("must be given once")
    elif field.message_type is not None:
        getattr(question, field.name).CopyFrom(values[0])
    else:
        setattr(question, field.name, values[0])


def _value(field: FieldDescriptor, text: str) -> Any:
    if field.message_type is not None:
        return _FORMS[field.message_type.full_name](text)
    if field.enum_type is not None:
        return _enum(field.enum_type, text)
    if field.type in _WHOLE:
        return _whole(text, _WHOLE[field.type])
    if field.type == FieldDescriptor.TYPE_BOOL:
        if text not in {"true", "false"}:
            raise Unreadable("must be true or false")
        return text == "true"
    return text


def _whole(text: str, bound: int) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):  # noqa: PLR2004 - 64 bits
        raise Unreadable("must be a whole number")
    number = int(text)
    if not -bound <= number < bound:
        raise Unreadable(f"must be below {bound}")
    return number


def _enum(enum: EnumDescriptor, text: str) -> Any:
    numbers = numbers_by_word(enum)
    if text in numbers:
        return numbers[text]
    full = enum.values_by_name.get(text)
    if full is None or not full.number:
        raise Unreadable(f"must be one of {', '.join(numbers)}")
    return full.number


def _moment(text: str) -> Timestamp:
    moment = Timestamp()
    try:
        moment.FromJsonString(text)
    except ValueError as error:
        raise Unreadable("must be a moment, e.g. 1998-06-30T19:00:00Z") from error
    return moment


def _book_sequence(text: str) -> BookSequence:
    book, separator, sequence = text.rpartition(":")
    if not separator:
        raise Unreadable("must be a book and a sequence, e.g. st-julians/cashier:120")
    return BookSequence(book=book, sequence=_whole(sequence, 1 << 63))


def _reference(text: str) -> Reference:
    name, separator, value = text.partition("=")
    if not separator:
        raise Unreadable("must be a name and a value, e.g. game=BJ")
    return Reference(name=name, value=value)


_FORMS: Final[dict[str, Callable[[str], Message]]] = {
    "google.protobuf.Timestamp": _moment,
    "countroom.ledger.v1.BookSequence": _book_sequence,
    "countroom.cashier.v1.Reference": _reference,
}


def _no_such(name: str, descriptor: Descriptor) -> str:
    near = get_close_matches(name, descriptor.fields_by_name, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"is not a property of {descriptor.name}{meant}"
