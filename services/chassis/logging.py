"""Logging: JSON lines to standard output, of keys that are known to hold nothing personal."""

import logging
import sys
import traceback
from typing import Any, Final

import structlog
from structlog.typing import EventDict, WrappedLogger

# Whoever logs a new key adds it here, and so says that no person, document or amount is in it.
KEYS: Final = frozenset({
    "address", "attempt", "book", "bytes", "casino", "cause", "code", "count", "difference",
    "error", "event", "events", "exception", "ground", "health_address", "lag", "level", "logger",
    "method", "next_offset", "offset", "partition", "partitions", "read_model", "reader", "reason",
    "replayed", "rows", "rule", "sequence", "service", "signal", "status", "table", "timestamp",
    "took_s", "topic", "version",
})  # fmt: skip
MOST_TEXT: Final = 300


def set_up_logging(service: str, level: str = "info") -> None:
    """Send everything that this process logs, libraries included, through the same keys."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _named(service),
            exception_places,
            only_known_keys,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_ToStructlog()], level=max(number, logging.WARNING), force=True)


def only_known_keys(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Drop what is not among KEYS and say its name; cut long texts, name the type of objects."""
    kept: dict[str, Any] = {key: _plain(value) for key, value in event.items() if key in KEYS}
    dropped = sorted(key for key in event if key not in KEYS)
    if dropped:
        kept["dropped"] = dropped
    return kept


def exception_places(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Tell the kind of an exception and where it arose; never its message, which may quote data."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames[-8:]]
        event["exception"] = f"{type(error).__name__} at {' > '.join(places)}"
    return event


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value[:MOST_TEXT]
    return f"<{type(value).__name__}>"


def _named(service: str) -> Any:
    def named(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        event["service"] = service
        return event

    return named


class _ToStructlog(logging.Handler):
    """Takes in what libraries log: their own words, and the kind and place of an exception."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record under its logger's name."""
        log = structlog.get_logger()
        text = record.msg if record.exc_info else record.getMessage()
        log.log(record.levelno, str(text), logger=record.name, exc_info=record.exc_info)
