"""The warehouse replaces rows as it merges: until then, who reads says which row counts."""

import ast
import re

from tests.architecture.tree import nodes, paths, python, require_none, text

MIGRATIONS = [p for p in paths("services/warehouse/migrations") if p.suffix == ".sql"]
TABLES = {path.stem.partition("_")[2] for path in MIGRATIONS} | {"migration"}
READ = re.compile(r"\b(?:FROM|JOIN)\s+(\{\w+\}\S*|\w+)(\s+FINAL)?", re.IGNORECASE)


def statements(path):
    """Return a file's SQL: all of a .sql file without comments, the texts of a Python file."""
    if path.suffix == ".sql":
        return [re.sub(r"--.*", "", text(path))]
    texts = (n.value for n in nodes(path, ast.Constant) if isinstance(n.value, str))
    formed = (ast.unparse(n)[2:-1] for n in nodes(path, ast.JoinedStr))
    return [sql for sql in (*texts, *formed) if re.match(r"\s*(SELECT|WITH)\b", sql)]


def test_every_read_of_a_replacing_table_says_which_row_counts():
    """A query reads with FINAL or takes argMax, so that a repeat is never counted."""

    def counted_twice(path):
        for sql in statements(path):
            for table, final in READ.findall(sql):
                known = table in TABLES or re.match(r"\{(table|copy)", table)
                if known and not final and "argMax(" not in sql:
                    yield f"reads {table} without FINAL"

    files = [*python("services/streams", "services/warehouse", "services/audit")]
    files += [p for p in paths("services") if p.suffix == ".sql" and p not in MIGRATIONS]
    require_none(files, counted_twice)


def test_no_view_sits_on_a_table_that_replaces():
    """A materialized view would see each repeat, so there is none."""

    def views(path):
        yield from re.findall(r"(?i)materialized\s+view", text(path))

    require_none(MIGRATIONS, views)


def test_migrations_are_numbered_without_a_gap_and_named_for_their_table():
    """Migration 7 is 0007_, and one grep for a table's name finds it."""
    numbers = [int(path.stem.partition("_")[0]) for path in sorted(MIGRATIONS)]

    assert numbers == list(range(1, len(numbers) + 1))
    for path in MIGRATIONS:
        assert re.search(rf"\b{path.stem.partition('_')[2]}\b", text(path))
