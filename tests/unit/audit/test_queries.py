"""Query texts: each reads tables that may hold every row twice, within a vector."""

import re
from importlib.resources import files

import pytest

from services.audit.warehouse_rows import query_text

QUERIES = sorted(
    path.name.removesuffix(".sql") for path in (files("services.audit") / "queries").iterdir()
)
TABLES = sorted(
    re.sub(r"^\d+_|\.sql$", "", path.name)
    for path in (files("services.warehouse") / "migrations").iterdir()
)
# Casino terms are registered once and hold for all time; the cursor is what a vector is made of; a
# page and a book's rows are facts of the log, whatever is asked as known.
WITHOUT_VECTOR = {"casino", "cursor", "event_page", "event_verification", "posting_verification"}


def statement(query):
    return "\n".join(line.partition("--")[0] for line in query_text(query).splitlines())


@pytest.mark.parametrize("query", QUERIES)
def test_every_table_is_read_with_final(query):
    """A repeat that has not merged yet must never be counted."""
    read = re.findall(r"\b(?:FROM|JOIN)\s+([a-z_]+)\b(\s+FINAL)?", statement(query))
    tables = [(table, final) for table, final in read if table in TABLES]

    assert tables
    assert all(final for _, final in tables)


@pytest.mark.parametrize("query", [q for q in QUERIES if q not in WITHOUT_VECTOR])
def test_every_answer_lies_within_its_vector(query):
    """Each table that is read is cut off at the sequences of the vector."""
    text = statement(query)
    cuts = text.count("sequence <= transform(book, %(books)s, %(sequences)s, 0)")
    cuts += text.count("cashier_sequence <= %(cashier_sequence)s")
    known = [t for t in re.findall(r"\bFROM\s+([a-z_]+)\s+FINAL", text) if t in TABLES]

    # event reads its keys within the vector, then the bytes of those keys.
    assert cuts == len(known) - (query == "event")


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_one_read_of_a_named_stem(query):
    """It begins with a comment, only reads, and bears the name of a table."""
    text = query_text(query)

    assert text.startswith("-- ")
    assert re.match(r"\s*(SELECT|WITH)\b", statement(query))
    assert ";" not in statement(query)
    assert any(query == table or query.startswith(f"{table}_") for table in TABLES)
    assert "%" not in re.sub(r"%\(\w+\)s", "", text)
