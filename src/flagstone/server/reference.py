"""The HTTP interface as a page for people: plain HTML, made here of the OpenAPI document, without any script."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from flagstone.server.problems import MEANINGS

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
code { font-family: ui-monospace, monospace; font-size: .95em; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid; }
h3 { margin: 2rem 0 .25rem; font-size: 1.05rem; }
p { margin: .25rem 0; }
table { border-collapse: collapse; margin: .5rem 0; width: 100%; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-top: 1px solid #8886;
  font-weight: normal; }
table { table-layout: fixed; }
th { width: 22%; overflow-wrap: anywhere; }
td:nth-child(2) { width: 30%; overflow-wrap: anywhere; }
td:nth-child(3) { width: 16%; }
"""
PROBLEMS = {str(status): words for status, words in MEANINGS.items()}
METHODS = ("get", "post", "put", "patch", "delete")


class ReferencePage(OpenAPIRenderPlugin):
    """Shows the interface at the address of the OpenAPI document's folder."""

    def __init__(self) -> None:
        super().__init__(path="/")
        self.page = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page; it is made once."""
        self.page = self.page or page(openapi_schema).encode()
        return self.page


def page(document: dict[str, Any]) -> str:
    """An OpenAPI document as HTML."""
    info = document["info"]
    title = f"The HTTP interface of {escape(info['title'])} {escape(info['version'])}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{title}</title>\n<link rel="icon" href="data:,">\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n'
        f"<h1>{title}</h1>\n<p>{_text(info.get('description', ''))}</p>\n"
        '<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a>.</p>\n'
        f"{''.join(_parts(document))}</main>\n</body>\n</html>\n"
    )


def _parts(document: dict[str, Any]) -> Iterator[str]:
    """All operations, by what they are about; then what is sent and answered."""
    by_tag: dict[str, list[str]] = {}
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                for tag in item[method].get("tags", ["other"]):
                    by_tag.setdefault(tag, []).append(_operation(method, path, item[method], document))
    for tag, operations in by_tag.items():
        yield f"<h2>{escape(tag.capitalize())}</h2>\n{''.join(operations)}"
    problems = "".join(f"<li><code>{status}</code> {_text(words)}</li>\n" for status, words in PROBLEMS.items())
    yield '<h2 id="problems">Problems</h2>\n<p>What is refused is answered with a <a href="#Problem">Problem</a>, '
    yield f"as <code>application/problem+json</code>.</p>\n<ul>\n{problems}</ul>\n"
    yield "<h2>What is sent and answered</h2>\n"
    for name, schema in sorted(document.get("components", {}).get("schemas", {}).items()):
        words = _text(schema.get("description", ""))
        yield f'<section id="{escape(name)}">\n<h3>{escape(name)}</h3>\n<p>{words}</p>\n{_fields(schema)}</section>\n'


def _operation(method: str, path: str, operation: dict[str, Any], document: dict[str, Any]) -> str:
    """One operation: what it is for, what it takes, and what it answers."""
    heading = f"{method.upper()} {path}"
    return (
        f'<section id="{escape(operation.get("operationId", heading))}">\n<h3><code>{escape(heading)}</code></h3>\n'
        f"<p><strong>{_text(operation.get('summary', ''))}.</strong> {_text(operation.get('description', ''))}</p>\n"
        f"{_parameters(operation.get('parameters', []))}{_body(operation, document)}{_answers(operation)}</section>\n"
    )


def _parameters(parameters: list[dict[str, Any]]) -> str:
    rows = [
        (one["name"], _type(one["schema"]), f"in the {one['in']} {_default(one['schema'])}", one.get("description", ""))
        for one in parameters
    ]
    return _table("Parameters", rows)


def _body(operation: dict[str, Any], document: dict[str, Any]) -> str:
    """The fields of a request's body."""
    content = operation.get("requestBody", {}).get("content", {})
    schemas = [_resolved(media.get("schema", {}), document) for media in content.values()]
    return "".join(_fields(schema, "Body") for schema in schemas)


def _answers(operation: dict[str, Any]) -> str:
    """What comes of a request that goes well, and how it may not."""
    rows, problems = [], []
    for status, answer in sorted(operation.get("responses", {}).items()):
        if status in PROBLEMS:
            problems.append(status)
        else:
            types = [_type(media.get("schema", {})) for media in answer.get("content", {}).values()]
            rows.append((status, " or ".join(types) or "nothing", "", ""))
    words = f'<p>Or a <a href="#problems">problem</a>: {", ".join(problems)}.</p>\n' if problems else ""
    return f"{_table('Answers', rows)}{words}"


def _fields(schema: dict[str, Any], caption: str = "") -> str:
    """The fields of an object."""
    needed = schema.get("required", [])
    rows = []
    for name, field in schema.get("properties", {}).items():
        more = "needed" if name in needed else _default(field)
        rows.append((name, _type(field), more, field.get("description", "")))
    return _table(caption, rows)


def _default(schema: dict[str, Any]) -> str:
    """What holds if nothing is said, if that is anything."""
    default = schema.get("default")
    return "" if default in (None, "", {}) else f"default {json.dumps(default)}"


def _table(caption: str, rows: list[tuple[str, str, str, str]]) -> str:
    """A table of names, their types (HTML already), and words about them; nothing for no rows."""
    if not rows:
        return ""
    lines = "".join(
        f'<tr><th scope="row"><code>{escape(name)}</code></th><td>{type}</td><td>{escape(more)}</td>'
        f"<td>{_text(words)}</td></tr>\n"
        for name, type, more, words in rows
    )
    return f"<table>\n{f'<caption>{caption}</caption>' if caption else ''}{lines}</table>\n"


def _type(schema: dict[str, Any]) -> str:
    """What a value may be, as HTML."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            limits = {name: schema[name] for name in LIMITS if name in schema}  # they stand beside the choices
            return " or ".join(
                dict.fromkeys(_type({**one, **limits} if _has_limits(one) else one) for one in schema[choice])
            )
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = schema.get("type", "anything")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    sizes = [f"{words} {_plain(schema[name])}" for name, words in LIMITS.items() if name in schema]
    return escape(", ".join([kind, *sizes]))


def _has_limits(schema: dict[str, Any]) -> bool:
    return schema.get("type") not in ("null", None)


def _plain(value: Any) -> Any:
    """A limit, without the point that whole numbers do not need."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


LIMITS = {
    "minimum": "from",
    "maximum": "to",
    "exclusiveMaximum": "below",
    "maxLength": "length to",
    "pattern": "like",
}


def _resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that it refers to."""
    if "$ref" not in schema:
        return schema
    found: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


def _text(words: str) -> str:
    """Words with `code` in them, as HTML."""
    pieces = escape(words).split("`")
    return "".join(f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces))
