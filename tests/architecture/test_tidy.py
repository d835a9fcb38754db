"""The house style as a test: small files, small functions, no attic, one form in every room."""

import ast
import re

import pytest

from tests.architecture.tree import nodes, paths, python, require_none, text

CODE = python("services", "deploy", "loadtest", "tests")
SERVICES = sorted({path.parts[1] for path in python("services") if path.parts[2:3] == ("domain",)})
MOST_LINES, MOST_FUNCTION_LINES, MOST_MAIN_LINES = 250, 40, 20
ATTIC = {"util", "utils", "helper", "helpers", "common", "base", "misc", "shared", "manager"}
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
KINDS_OF_FILES = {
    "services": {".py", ".toml", ".tsv", ".sql", ".html", ".css", ".js", ".svg"},
    "protos": {".proto", ".binpb", ".md"},
    "gen": set(),
}
ROOM = {
    "__init__.py",
    "__main__.py",
    "service.py",
    "domain/__init__.py",
    "domain/refusals.py",
    "domain/routes.py",
}
WRITERS_ROOM = ROOM | {"domain/events.py"}


def test_a_file_fits_on_a_few_screens():
    """No file is over 250 lines, and more than half of the services' are under 80."""

    def long(path):
        if (lines := text(path).count("\n")) > MOST_LINES:
            yield f"{lines} lines"

    services = sorted(text(path).count("\n") for path in python("services"))

    assert services[len(services) // 2] < 80
    require_none([p for p in paths() if p.suffix in {".py", ".proto", ".sql", ".toml"}], long)


def test_a_function_fits_on_one_screen():
    """Every function is under 40 lines."""

    def long(path):
        for node in nodes(path, ast.FunctionDef, ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_FUNCTION_LINES:
                yield f"{node.name} has {lines} lines"

    require_none(CODE, long)


def test_nothing_is_named_for_being_of_some_use():
    """No file, folder, class or function is an attic: each is named for what it holds or does."""

    def attics(path):
        yield from (part for part in path.with_suffix("").parts if part.lower() in ATTIC)
        for node in nodes(path, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
            words = {word.lower() for word in WORDS.findall(node.name)}
            if words & ATTIC or node.name.lstrip("_").startswith("process_"):
                yield node.name

    require_none(CODE, attics)


def test_a_main_only_starts_something():
    """A service's __main__ is at most 20 lines."""
    mains = [p for p in python("services") if p.name == "__main__.py"]

    assert [str(p) for p in mains if text(p).count("\n") > MOST_MAIN_LINES] == []


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_has_the_rooms_that_every_service_has(service):
    """Who knows one service finds the way in each: the same files, and nothing beside them."""
    here = {p.relative_to(f"services/{service}").as_posix() for p in paths(f"services/{service}")}

    assert here >= ROOM
    if not service_answers_questions(here):
        assert here >= WRITERS_ROOM
        assert {file for file in here if not file.startswith("domain/")} == {
            file for file in WRITERS_ROOM if not file.startswith("domain/")
        }


def service_answers_questions(files):
    """Say whether a service reads the warehouse, for which it has more rooms than a writer."""
    return any(file.startswith("queries/") for file in files)


def test_a_folder_holds_only_what_belongs_there():
    """Generated code is in no commit, and no stray note lies among the sources."""

    def strays(path):
        if path.suffix not in KINDS_OF_FILES.get(path.parts[0], {path.suffix}):
            yield "is of no kind that belongs there"
        if re.search(r"_pb2(_grpc)?\.pyi?$", path.name) or path.suffix == ".pyc":
            yield "is generated"

    require_none(paths(), strays)


def test_transaction_is_a_word_of_kafka_and_of_databases_only():
    """Money moves in exchanges and postings, so the word can't mean two things in one room."""

    def other(path):
        if re.search(r"(?i)kafka|lmdb|sqlite3|psycopg", text(path)):
            return
        yield from (line for line in text(path).splitlines() if "transaction" in line.lower())

    files = [p for p in paths("services", "protos", "loadtest") if p.suffix in {".py", ".proto"}]
    require_none(files, other)


def test_every_test_says_in_one_sentence_what_holds():
    """The list of docstrings of a test file reads as a description of behaviour."""

    def silent(path):
        for node in nodes(path, ast.FunctionDef, ast.AsyncFunctionDef):
            if node.name.startswith("test_") and not ast.get_docstring(node):
                yield node.name

    require_none(python("tests"), silent)


def test_no_test_is_left_out():
    """Nothing is skipped or expected to fail: what can't be run here is not a test."""

    def left_out(path):
        for node in nodes(path, ast.Attribute):
            if node.attr in {"skip", "skipif", "xfail", "importorskip"}:
                yield f"line {node.lineno}: {ast.unparse(node)}"

    require_none(python("tests"), left_out)
