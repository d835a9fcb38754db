"""Logging: JSON lines of known keys; what could name a person or quote a document stays out."""

import ast
import json
import logging
from pathlib import Path

import pytest
import structlog

from services.chassis.logging import KEYS, set_up_logging

SERVICES = Path(__file__).parents[3] / "services"


@pytest.fixture(autouse=True)
def set_up():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    set_up_logging("cashier")
    yield
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_is_json_with_its_time_level_and_service(capsys):
    """Every line can be searched by the same keys."""
    structlog.get_logger().info("partition_open", partition=3, took_s=0.2)

    (line,) = lines(capsys)
    assert line["event"] == "partition_open"
    assert (line["level"], line["service"], line["partition"]) == ("info", "cashier", 3)
    assert line["timestamp"].endswith("Z")


@pytest.mark.parametrize("key", ["full_name", "document_number", "person", "amount_minor", "token"])
def test_a_key_that_is_not_known_is_dropped_and_said(capsys, key):
    """Whatever somebody logs by mistake does not reach the output; its name does."""
    structlog.get_logger().warning("odd", **{key: "Rossi"})

    (line,) = lines(capsys)
    assert line["dropped"] == [key]
    assert "Rossi" not in json.dumps(line)


def test_an_object_is_named_by_its_type_alone(capsys):
    """A message that holds a document is not written out, whatever key it comes under."""
    structlog.get_logger().info("odd", reason={"full_name": "Rossi"})

    (line,) = lines(capsys)
    assert line["reason"] == "<dict>"


def test_an_exception_tells_its_kind_and_place_but_not_its_words(capsys):
    """An error message may quote the data that it choked on."""
    try:
        int("Rossi 0123456M")
    except ValueError:
        structlog.get_logger().exception("failed")
        logging.getLogger("kafka").exception("in a library: %s", "Rossi")

    ours, theirs = lines(capsys)
    assert ours["exception"].startswith("ValueError at test_logging.py:")
    assert theirs["logger"] == "kafka"
    assert "Rossi" not in json.dumps([ours, theirs])


def test_libraries_are_heard_from_warnings_on(capsys):
    """Their chatter is not."""
    logging.getLogger("kafka").info("chatter")
    logging.getLogger("kafka").warning("broker gone")

    assert [line["event"] for line in lines(capsys)] == ["broker gone"]


def test_every_key_that_the_services_log_is_known():
    """A new key is added where it is said to hold nothing personal."""
    unknown = []
    for path in SERVICES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if is_log_call(node):
                keys = {keyword.arg for keyword in node.keywords} - {"exc_info"}
                unknown += [f"{path.name}:{node.lineno} {key}" for key in keys - KEYS]

    assert unknown == []


def is_log_call(node):
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in {"_log", "log"}
    )
