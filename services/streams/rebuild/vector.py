"""Vector: how far each book was folded, as a condition on a table's rows."""

from collections.abc import Mapping

Vector = Mapping[str, int]
"""By book, the last sequence."""


def within(table: str, vector: Vector) -> str:
    """Return the condition that a row rests on nothing beyond the vector."""
    return f"NOT ({beyond(table, vector)})"


def beyond(table: str, vector: Vector) -> str:
    """Return the condition that a row rests on something beyond the vector."""
    if table == "patron_session":
        cashier = _last("concat(casino_id, '/cashier')", vector)
        compliance = _last("concat(casino_id, '/compliance')", vector)
        return f"cashier_sequence > {cashier} OR compliance_sequence > {compliance}"
    if table == "casino":
        return (
            f"sequence > {_last(chr(39).join(('concat(casino_id, ', '/compliance', ')')), vector)}"
        )
    return f"sequence > {_last('book', vector)}"


def _last(book: str, vector: Vector) -> str:
    """Return the last sequence of a book as an expression; a casino's name has no quotes in it."""
    if not vector:
        return "0"
    books = ", ".join(f"'{_quoted(name)}'" for name in vector)
    sequences = ", ".join(f"toUInt64({sequence})" for sequence in vector.values())
    return f"transform({book}, [{books}], [{sequences}], toUInt64(0))"


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace("'", "\\'")
