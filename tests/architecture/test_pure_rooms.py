"""Pure rooms: a rule gives the same answer tomorrow, on another machine, to the last minor unit."""

import ast

from tests.architecture.tree import nodes, python, require_none

PURE = [
    path
    for path in python("services")
    if path.parts[1] in {"kernel", "rulebook"}
    or path.parts[2:3] == ("domain",)
    or path.parts[1:3] in {("streams", "projections"), ("streams", "watches")}
]
# What the rulebook ships is read once, at import, and is a constant from then on.
READS_ITS_OWN_PACKAGE = {"importlib.resources": "services/rulebook/package_data.py"}
LIBRARY = {
    "collections", "collections.abc", "dataclasses", "datetime", "enum", "fractions", "functools",
    "hashlib", "itertools", "json", "operator", "re", "tomllib", "typing", "zoneinfo",
}  # fmt: skip
ROOMS = ("countroom.", "google.protobuf", "services.kernel", "services.rulebook")
SISTERS = {"services.streams.watches": "services.streams.projections"}
CLOCKS = {"now", "utcnow", "today", "GetCurrentTime", "time_ns", "monotonic", "perf_counter"}
CHANCE = {"random", "randint", "randrange", "choice", "shuffle", "uuid4", "uuid7", "token_bytes"}
OUTSIDE = {"open", "print", "input", "exec", "eval", "environ", "getenv"}


def test_a_pure_file_imports_only_what_is_pure():
    """A pure file knows the vocabulary, the rooms below it and a few modules of the library."""

    def others(path):
        own = ".".join(path.parts[:3])
        near = (*ROOMS, own, SISTERS.get(own, own))
        for node in nodes(path, ast.Import, ast.ImportFrom):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else map(_name, node.names)
            for module in modules:
                known = module in LIBRARY or module.startswith(near)
                if not known and READS_ITS_OWN_PACKAGE.get(module) != path.as_posix():
                    yield f"imports {module}"

    require_none(PURE, others)


def _name(alias):
    return alias.name


def test_a_pure_file_has_no_float_and_no_division():
    """Money is whole numbers and exact ratios: // is named where it is used, / never is."""

    def inexact(path):
        for node in nodes(path, ast.Name, ast.Constant, ast.BinOp, ast.AugAssign):
            if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                yield f"line {node.lineno}: {node.value}"
            if isinstance(node, ast.Name) and node.id in {"float", "round", "complex"}:
                yield f"line {node.lineno}: {node.id}"
            if isinstance(getattr(node, "op", None), ast.Div):
                yield f"line {node.lineno}: /"

    require_none(PURE, inexact)


def test_a_pure_file_knows_no_clock_no_chance_and_nothing_outside():
    """What a decision depends on are its arguments."""

    def impure(path):
        for node in nodes(path, ast.Call, ast.Global):
            if isinstance(node, ast.Global):
                yield f"line {node.lineno}: global"
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in CLOCKS | CHANCE | OUTSIDE:
                yield f"line {node.lineno}: {called}()"

    require_none(PURE, impure)
