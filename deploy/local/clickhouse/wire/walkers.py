"""Finding where a column ends, type by type.

An uncompressed packet of data carries no length, so its end is only found by understanding every
column's type. Sizes alone are computed: no value is ever decoded, and the engine gets the client's
own bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from deploy.local.clickhouse.wire import type_names
from deploy.local.clickhouse.wire.incoming import Incoming, UnwalkableError

SIZES = {
    **dict.fromkeys(["Int8", "UInt8", "Bool", "Nothing", "Enum8"], 1),
    **dict.fromkeys(["Int16", "UInt16", "Date", "BFloat16", "Enum16"], 2),
    **dict.fromkeys(["Int32", "UInt32", "Float32", "Date32", "DateTime", "Time", "IPv4"], 4),
    **dict.fromkeys(["Int64", "UInt64", "Float64", "DateTime64", "Time64"], 8),
    **dict.fromkeys(["Int128", "UInt128", "UUID", "IPv6"], 16),
    **dict.fromkeys(["Int256", "UInt256"], 32),
}
ALIASES = {
    "Point": "Tuple(Float64,Float64)",
    "Ring": "Array(Point)",
    "LineString": "Array(Point)",
    "MultiLineString": "Array(LineString)",
    "Polygon": "Array(Ring)",
    "MultiPolygon": "Array(Polygon)",
}
DECIMAL_SIZES = ((10, 4), (19, 8), (39, 16), (77, 32))  # fewer digits than the first: bytes
HAS_KEYS = 0x200
INDEX_SIZE_BITS = 0xF

Walk = Callable[[Incoming, int], None]


@dataclass(frozen=True, slots=True)
class Walker:
    """How to pass one column: what stands before the data of all nested types, then the data."""

    data: Walk
    prefix: Callable[[Incoming], None] = lambda _buffer: None


@lru_cache(4096)
def walker(name: str) -> Walker:
    """Return the walker of a type; UnwalkableError if its encoding is not known here."""
    own, arguments = type_names.split(name)
    if own in ALIASES:
        return walker(ALIASES[own])
    if own in SIZES or own.startswith("Interval"):
        return _fixed(SIZES.get(own, 8))
    if own in _BY_NAME:
        return _BY_NAME[own](arguments)
    raise UnwalkableError(name)


def _fixed(size: int) -> Walker:
    return Walker(lambda buffer, rows: buffer.skip(size * rows))


def _decimal(arguments: list[str]) -> Walker:
    digits = int(arguments[0])
    return _fixed(next(size for limit, size in DECIMAL_SIZES if digits < limit))


def _nullable(arguments: list[str]) -> Walker:
    inner = walker(arguments[0])

    def data(buffer: Incoming, rows: int) -> None:
        buffer.skip(rows)
        inner.data(buffer, rows)

    return Walker(data, inner.prefix)


def _tuple(arguments: list[str]) -> Walker:
    parts = [walker(type_names.without_name(argument)) for argument in arguments]
    if not parts:
        return _fixed(1)

    def prefix(buffer: Incoming) -> None:
        for part in parts:
            part.prefix(buffer)

    def data(buffer: Incoming, rows: int) -> None:
        for part in parts:
            part.data(buffer, rows)

    return Walker(data, prefix)


def _array(inner: Walker) -> Walker:
    def data(buffer: Incoming, rows: int) -> None:
        buffer.skip(8 * rows)
        if rows:
            last = buffer.data[buffer.place - 8 : buffer.place]
            inner.data(buffer, int.from_bytes(last, "little"))

    return Walker(data, inner.prefix)


def _low_cardinality(arguments: list[str]) -> Walker:
    own, nested = type_names.split(arguments[0])
    inner = walker(nested[0] if own == "Nullable" else arguments[0])

    def data(buffer: Incoming, rows: int) -> None:
        if not rows:
            return
        flags = buffer.uint64()
        if flags & HAS_KEYS:
            inner.data(buffer, buffer.uint64())
        buffer.skip(buffer.uint64() << (flags & INDEX_SIZE_BITS))

    return Walker(data, lambda buffer: buffer.skip(8))


_BY_NAME: dict[str, Callable[[list[str]], Walker]] = {
    "String": lambda _arguments: Walker(Incoming.skip_texts),
    "FixedString": lambda arguments: _fixed(int(arguments[0])),
    "Decimal": _decimal,
    "SimpleAggregateFunction": lambda arguments: walker(arguments[-1]),
    "Nullable": _nullable,
    "Tuple": _tuple,
    "Array": lambda arguments: _array(walker(arguments[0])),
    "Map": lambda arguments: _array(_tuple(arguments)),
    "Nested": lambda arguments: _array(_tuple(arguments)),
    "LowCardinality": _low_cardinality,
}
