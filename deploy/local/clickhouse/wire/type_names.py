"""Taking a ClickHouse type's name apart: `Map(String, Array(UInt8))`."""

import re

NAMED_ELEMENT = re.compile(r"(?:`(?:[^`\\]|\\.)*`|[A-Za-z_]\w*)\s+(?=[A-Z])(.+)$", re.DOTALL)


def split(name: str) -> tuple[str, list[str]]:
    """Return a type's own name and its arguments."""
    own, _, rest = name.partition("(")
    return own, arguments(rest[:-1]) if rest else []


def arguments(text: str) -> list[str]:
    """Split at the commas that stand outside parentheses and quotes."""
    if not text.strip():
        return []
    out, depth, quote, start, place = [], 0, "", 0, 0
    while place < len(text):
        letter = text[place]
        if quote:
            place += letter == "\\"
            quote = "" if letter == quote else quote
        elif letter in "'`\"":
            quote = letter
        elif letter == "," and not depth:
            out.append(text[start:place].strip())
            start = place + 1
        else:
            depth += {"(": 1, ")": -1}.get(letter, 0)
        place += 1
    return [*out, text[start:].strip()]


def without_name(element: str) -> str:
    """Return the type alone of a tuple's element that may be named: `a Array(String)`."""
    match = NAMED_ELEMENT.match(element)
    return match[1] if match else element
