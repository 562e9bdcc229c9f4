"""The network messages as JSON Schema: the source of the pages' TypeScript types.

`python -m tests.web.wire_schema` writes it to `terminals/wire/`, and `npm run types` turns it into
TypeScript (`make types` does both).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from punto.web.app import make_app
from punto.web.live.frames import Ping, Push
from punto.web.live.socket import Answer, Give, Here
from punto.web.live.squeeze import Bend
from punto.web.openapi.document import complete
from punto.web.server import opened
from punto.web.views.board import Board

FOLDER = Path(__file__).parents[2] / "terminals" / "wire"
SENT = (Push, Answer, Board, Bend, Ping)  # frames to a page
RECEIVED = (Give, Here, Bend)  # frames from one

API = "/api/v1"
COMPONENTS, DEFINITIONS = "#/components/schemas/", "#/$defs/"
NOT_OF_THE_TYPE = ("title", "examples", "default", "pattern", "format", "discriminator")

Schema = dict[str, Any]


def documents() -> dict[str, Schema]:
    """The schema of the API and that of the frames of a live table, by file name."""
    return {"api.schema.json": api_schema(), "frames.schema.json": frames_schema()}


def write(document: Schema) -> str:
    """As it is committed."""
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def api_schema() -> Schema:
    """Every schema of the OpenAPI document, and what each path answers and takes."""
    with TemporaryDirectory() as folder, opened(f"{folder}/journal.db") as (casino, _):
        app = make_app(casino)
        document = app.openapi_schema.to_schema()
        complete(document, app)
    definitions: Schema = document["components"]["schemas"]
    answers, bodies = _by_path(document["paths"])
    sent = _reachable(list(answers["get"].values()) + list(answers["post"].values()), definitions)
    taken = _reachable(list(bodies.values()), definitions)
    _require_all(definitions[name] for name in sent - taken)
    _require_all([definitions["RefusalView"]])
    commands = {
        "TableCommand": bodies["/tables/{table}/commands"],
        "CageCommand": bodies["/cage/commands"],
    }
    by_path = {
        "Answers": _object(answers["get"]),
        "PostAnswers": _object(answers["post"]),
        "Bodies": _object(bodies),
    }
    return _schema(definitions | commands | by_path)


def frames_schema() -> Schema:
    """The frames of a live table, both ways."""
    sent, definitions = _components(SENT)
    received, taken = _components(RECEIVED)
    _require_all(definitions.values())
    both = {"FrameSent": {"anyOf": list(sent)}, "FrameReceived": {"anyOf": list(received)}}
    return _schema(taken | definitions | both)


def _components(frames: tuple[Any, ...]) -> tuple[tuple[Schema, ...], Schema]:
    return msgspec.json.schema_components(
        frames, ref_template=DEFINITIONS + "{name}", schema_hook=lambda _: {"title": "Anything"}
    )


def _by_path(paths: Schema) -> tuple[dict[str, Schema], Schema]:
    answers: dict[str, Schema] = {"get": {}, "post": {}}
    bodies: Schema = {}
    for path, operations in paths.items():
        if not path.startswith(API):
            continue
        for method, operation in operations.items():
            short = path.removeprefix(API)
            (answer,) = (
                each for status, each in operation["responses"].items() if status.startswith("2")
            )
            answers[method][short] = _content(answer)
            if "requestBody" in operation:
                bodies[short] = _content(operation["requestBody"])
    return answers, bodies


def _content(part: Schema) -> Schema:
    ((_, content),) = part["content"].items()
    schema: Schema = content["schema"]
    return schema


def _reachable(roots: list[Schema], definitions: Schema) -> set[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(definitions[name])
    return found


def _references(schema: Any) -> Iterator[str]:
    match schema:
        case {"$ref": str(name)}:
            yield name.rpartition("/")[2]
        case dict():
            for part in schema.values():
                yield from _references(part)
        case list():
            for part in schema:
                yield from _references(part)


def _require_all(schemas: Any) -> None:
    """What the server sends has all its fields: a default is only for those who make it."""
    for schema in schemas:
        if "properties" in schema:
            schema["required"] = sorted(schema["properties"])


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": sorted(properties)}


def _schema(definitions: Schema) -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {name: _plain(schema) for name, schema in definitions.items()},
    }


def _plain(schema: Any, *, names_fields: bool = False) -> Any:
    """Without what says nothing about the type, with references into this document."""
    match schema:
        case {"type": "object"} if not {"properties", "additionalProperties"} & set(schema):
            return {"type": "object", "additionalProperties": {}}
        case dict():
            return {
                key: _plain(each, names_fields=key == "properties")
                for key, each in schema.items()
                if names_fields or key not in NOT_OF_THE_TYPE
            }
        case list():
            return [_plain(each) for each in schema]
        case str() if schema.startswith(COMPONENTS):
            return DEFINITIONS + schema.removeprefix(COMPONENTS)
    return schema


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, document in documents().items():
        (FOLDER / name).write_text(write(document), encoding="utf-8")
