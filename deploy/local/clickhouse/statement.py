"""What kind of statement a client sent, as far as the front must know: it does not parse SQL."""

import re
from dataclasses import dataclass

NAME = r"(?:`(?:[^`\\]|\\.)+`|\"(?:[^\"\\]|\\.)+\"|[A-Za-z_]\w*)"
QUALIFIED = rf"{NAME}(?:\s*\.\s*{NAME})?"
SETTING = r"\w+\s*=\s*(?:'(?:[^'\\]|\\.)*'|[\w.+-]+)"
COLUMNS = rf"\((?:[^()'\"`]|{NAME}|\([^()]*\))*\)"
INSERT = re.compile(
    rf"(?P<head>INSERT\s+INTO\s+(?:TABLE\s+)?(?P<table>{QUALIFIED})\s*(?P<columns>{COLUMNS})?"
    rf"\s*(?:SETTINGS\s+{SETTING}(?:\s*,\s*{SETTING})*)?)"
    r"\s*(?:VALUES|FORMAT\s+(?:Native|Values))?\s*;?\s*",
    re.IGNORECASE | re.DOTALL,
)
INLINE_INSERT = re.compile(
    rf"INSERT\s+INTO\s+(?:TABLE\s+)?{QUALIFIED}\s*(?:\([^)]*\))?\s*(?:VALUES|FORMAT)\b",
    re.IGNORECASE,
)
# These engines start consumers in the background, which chDB has shut down: CREATE fails, and yet
# leaves metadata behind that keep the data folder from ever opening again.
POISON = re.compile(
    r"\bENGINE\s*=?\s*(Kafka|RabbitMQ|NATS|S3Queue|AzureQueue|FileLog|MaterializedPostgreSQL)\b",
    re.IGNORECASE,
)
MAKES_TABLE = re.compile(r"(?:CREATE|ATTACH|REPLACE)\b", re.IGNORECASE)
COMMENTS = re.compile(r"(?:\s+|--[^\n]*(?:\n|$)|/\*.*?\*/)*", re.DOTALL)
FETCHED = re.compile(r"\(*\s*(?:SELECT|WITH|FROM)\b", re.IGNORECASE)
TOTALS = re.compile(r"\bWITH\s+TOTALS\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Insert:
    """An INSERT whose rows come as blocks: its text without VALUES, its table, its column list."""

    head: str
    table: str
    columns: str  # in parentheses, "" for all


def body(sql: str) -> str:
    """Return the statement without the comments before it."""
    match = COMMENTS.match(sql)
    return sql[match.end() :] if match else sql


def insert_of(sql: str) -> Insert | None:
    """Return the INSERT whose rows will follow, None for any other statement."""
    match = INSERT.fullmatch(body(sql))
    return Insert(match["head"], match["table"], match["columns"] or "") if match else None


def is_inline_insert(sql: str) -> bool:
    """Whether the rows stand in the statement's own text."""
    return bool(INLINE_INSERT.match(body(sql)))


def is_fetched(sql: str) -> bool:
    """Whether the statement answers with rows that can be streamed."""
    return bool(FETCHED.match(body(sql)))


def has_totals(sql: str) -> bool:
    """Whether the statement asks for totals, which the native format loses."""
    return bool(TOTALS.search(sql))


def poisonous_engine(sql: str) -> str | None:
    """Return the table engine that would ruin the data folder, if the statement makes one."""
    match = POISON.search(sql) if MAKES_TABLE.match(body(sql)) else None
    return match[1] if match else None


def column_names(columns: str) -> list[str]:
    """Return the names in an INSERT's column list."""
    found: list[str] = re.findall(rf"{NAME}(?:\.{NAME})?", columns)
    return [name.strip('`"') for name in found]


def quoted(value: object) -> str:
    """Return a value as ClickHouse's string literal."""
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"
