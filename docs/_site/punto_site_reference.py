"""The reference pages of the site, generated: commands, API and library."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

METHODS = ("get", "post", "put", "delete")


def commands_page() -> str:
    """Every command with its options, from the command line itself."""
    from punto.cli import app

    return app.generate_docs(output_format="markdown").replace("# punto", "# Commands", 1)


def api_page() -> str:
    """Every route with parameters, body and answers, from the OpenAPI document."""
    document = openapi()
    routes: dict[str, list[str]] = {}
    for path, item in sorted(document["paths"].items()):
        for method in METHODS:
            if method in item:
                operation = item[method]
                tag = (operation.get("tags") or ["other"])[0]
                routes.setdefault(tag, []).append(_operation(path, method, operation))
    shapes = [
        _shape(name, schema) for name, schema in sorted(document["components"]["schemas"].items())
    ]
    head = (
        "# API\n\nGenerated from the OpenAPI document that a server has at `/schema/openapi.json`."
        " How it is used: [serving tables on a network](../web.md)."
    )
    parts = [f"## {tag}\n\n" + "\n\n".join(found) for tag, found in sorted(routes.items())]
    return "\n\n".join([head, *parts, "## Shapes", *shapes]) + "\n"


def openapi() -> dict[str, Any]:
    """The document of a server on an empty journal."""
    from punto.web.app import make_app
    from punto.web.openapi.document import complete
    from punto.web.server import opened

    with (
        TemporaryDirectory() as folder,
        opened(str(Path(folder) / "empty.journal")) as (casino, _),
    ):
        app = make_app(casino)
        document = app.openapi_schema.to_schema()
        complete(document, app)
        return document


def library_page() -> str:
    """What `import punto` offers, from its docstrings."""
    import punto

    lines = ["# Library", "", "How it is used: [the library](../library.md)."]
    for name in punto._FROM:
        found = getattr(punto, name)
        lines += ["", f"## punto.{name}", "", *_documented(name, found)]
        if inspect.isclass(found):
            for member, value in vars(found).items():
                is_shown = not member.startswith("_") and (
                    inspect.isfunction(value) or isinstance(value, property)
                )
                if is_shown:
                    lines += ["", f"### {name}.{member}", "", *_documented(member, value)]
    return "\n".join(lines) + "\n"


def _documented(name: str, found: Any) -> Iterator[str]:
    about = found.fget if isinstance(found, property) else found
    if inspect.isfunction(about) and not isinstance(found, property):
        yield from ("```python", f"{name}{inspect.signature(about)}", "```", "")
    text = inspect.getdoc(about) or ""
    if ">>>" in text:
        said, _, example = text.partition(">>>")
        yield from (said.strip(), "", "```python", f">>>{example}".rstrip(), "```")
    else:
        yield text


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [f"### {operation.get('summary', path)}", "", f"`{method.upper()} {path}`", ""]
    lines += [operation.get("description", ""), ""]
    if operation.get("security"):
        lines += ["For someone who is signed in.", ""]
    parameters = operation.get("parameters", ())
    if parameters:
        lines += ["| parameter | in | type | |", "|---|---|---|---|"]
        lines += [
            f"| `{each['name']}` | {each['in']} | {_type(each.get('schema', {}))} |"
            f" {_cell(each.get('description', ''))} |"
            for each in parameters
        ]
        lines.append("")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        lines += [f"Body: {_type(body['schema'])}", ""]
    answers = [
        f"| {status} | {_type(_schema_of(answer))} | {_cell(answer.get('description', ''))} |"
        for status, answer in sorted(operation["responses"].items())
    ]
    return "\n".join([*lines, "| status | answer | |", "|---|---|---|", *answers])


def _schema_of(answer: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(iter(answer.get("content", {}).values()), {}).get("schema", {})
    return found


def _shape(name: str, schema: dict[str, Any]) -> str:
    lines = [f"### {name}", "", schema.get("description", "")]
    properties = schema.get("properties", {})
    if properties:
        lines += ["", "| field | type | |", "|---|---|---|"]
        lines += [
            f"| `{field}` | {_type(each)} | {_cell(each.get('description', ''))} |"
            for field, each in properties.items()
        ]
    return "\n".join(lines)


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words, with links to the shapes it names."""
    match schema:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        case {"anyOf": list(each)} | {"oneOf": list(each)}:
            return " or ".join(dict.fromkeys(_type(one) for one in each))
        case {"type": "array", "items": dict(items)}:
            return f"list of {_type(items)}"
        case {"enum": list(values)} if len(values) <= 8:
            return " ".join(f"`{value}`" for value in values)
        case {"type": str(kind)}:
            return kind
        case {"type": list(kinds)}:
            return " or ".join(kinds)
        case _:
            return "any"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
