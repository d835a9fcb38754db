"""The page at /: every question in words, with its parameters, for a person with a browser."""

from functools import cache
from html import escape
from typing import Any, Final

from services.audit.checks import SERVICE
from services.audit.export import FORMATS
from services.audit.openapi.comments import comment_of
from services.audit.openapi.parameters import is_required
from services.audit.routes import ROUTES, Route

_STYLE: Final = """
body { font: 16px/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0; } dt { margin-top: .4rem; } dd { margin-left: 1.5rem; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } a { color: #9cf; } }
"""


@cache
def landing_page() -> str:
    """Return the page."""
    questions = "".join(_question(route) for route in ROUTES.values())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Countroom audit</title><style>{_STYLE}</style></head><body>"
        f"<h1>Countroom audit</h1><p>{escape(comment_of(SERVICE.full_name))}</p>"
        "<p>Send <code>authorization: Bearer &lt;token&gt;</code> with each question. "
        'The whole as <a href="/openapi.json">OpenAPI 3.1</a>.</p>'
        f"{questions}</body></html>\n"
    )


def _question(route: Route) -> str:
    suffixes = FORMATS if route.streams else [""]
    addresses = " ".join(f"<code>GET {route.path}{suffix}</code>" for suffix in suffixes)
    parameters = "".join(_parameter(field) for field in route.question.fields)
    return (
        f'<h2 id="{route.rpc}">{_words(route.rpc)}</h2>'
        f"<p>{escape(comment_of(route.method.full_name))}</p><p>{addresses}</p>"
        f"<details><summary>Parameters</summary><dl>{parameters}</dl></details>"
    )


def _parameter(field: Any) -> str:
    must = ", required" if is_required(field) else ""
    more = ", may be repeated" if field.is_repeated else ""
    comment = escape(comment_of(field.full_name))
    return f"<dt><code>{field.name}</code>{must}{more}</dt><dd>{comment}</dd>"


def _words(rpc: str) -> str:
    """ListPatronSessions -> List patron sessions."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in rpc)
    return words.strip().capitalize()
