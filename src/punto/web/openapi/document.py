"""Completes Litestar's OpenAPI document with refusals, security schemes and examples."""

from collections.abc import Iterator
from typing import Any

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from punto.web.auth.guards import COOKIE
from punto.web.errors import RefusalView
from punto.web.openapi.refusals import (
    RETRY_AFTER,
    RETRY_STATUSES,
    describe,
    refusal_schema,
    refusal_statuses,
)

REFUSAL_NAME = RefusalView.__name__
NAMING = ("table", "account")  # query parameters that may name something unknown
SCHEMAS = "#/components/schemas/"
SIGNED_IN = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A token, or a device's key."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
}
STAKE = {"type": "place-stake", "patron": "guest-1f", "wager": "tie", "position": 1}
EXAMPLES: dict[str, dict[str, Any]] = {  # bodies by path
    "/api/v1/sign-in": {"name": "pit1", "password": "correct horse battery", "bearer": True},
    "/api/v1/guests": {"bearer": True},
    "/api/v1/tables/{table}/commands": {**STAKE, "cents": 1000},
    "/api/v1/cage/commands": {"type": "buy-credits", "patron": "guest-1f", "cents": 10_000},
    "/api/v1/staff": {"name": "pit2", "password": "correct horse battery", "position": 3},
    "/api/v1/patrons": {"name": "anna", "password": "correct horse battery"},
    "/api/v1/devices": {"name": "display-1", "tables": ["t1"]},
}


class Document(JsonRenderPlugin):
    """Renders Litestar's document after completing it, once: it is the same for everyone."""

    def __init__(self, path: str) -> None:
        super().__init__(path=path)
        self._rendered = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if not self._rendered:
            complete(openapi_schema, request.app)
            self._rendered = super().render(request, openapi_schema)
        return self._rendered


def complete(document: dict[str, Any], app: Litestar) -> None:
    """Add refusals, security and examples; a complete document is left unchanged."""
    parts = document.setdefault("components", {})
    parts.setdefault("schemas", {})[REFUSAL_NAME] = refusal_schema()
    parts["securitySchemes"] = SIGNED_IN
    for path, method, handler in _handlers(app):
        operation = document["paths"].get(path, {}).get(method)
        if operation is None:
            continue  # the document itself is not in the document
        for parameter in operation.get("parameters", ()):
            if "maximum" in parameter["schema"]:
                parameter["schema"].setdefault("minimum", 0)  # Litestar omits a minimum of zero
        guarded = bool(handler.resolve_guards())
        if guarded:
            operation["security"] = [{name: []} for name in SIGNED_IN]
        for status in refusal_statuses(
            is_guarded=guarded, is_post=method == "post", names=_names_something(operation)
        ):
            own = operation["responses"].get(str(status))
            operation["responses"][str(status)] = _refusal(status, own)
        _close(operation.get("requestBody"), parts["schemas"])
        if path in EXAMPLES and "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]
            body["examples"] = {"usual": {"value": EXAMPLES[path]}}


def _handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                yield route.path_format, method.lower(), handler


def _names_something(operation: dict[str, Any]) -> bool:
    """Whether a request may name something that does not exist."""
    if "school" in operation.get("tags", ()):
        return True  # a house without a school has none of it
    parameters = operation.get("parameters", ())
    return any(each["in"] == "path" or each["name"] in NAMING for each in parameters)


def _refusal(status: int, own: dict[str, Any] | None) -> dict[str, Any]:
    """A refusal with this status; or the operation's own answer, if it has one with it.

    Litestar's own errors, which are written out in place, are answered in our form.
    """
    schema: dict[str, Any] = {"$ref": SCHEMAS + REFUSAL_NAME}
    answered = own["content"]["application/json"]["schema"] if own else schema
    if "anyOf" in answered:
        schema = answered
    elif "$ref" in answered and answered != schema:
        schema = {"anyOf": [answered, schema]}
    described: dict[str, Any] = {
        "description": describe(status),
        "content": {"application/json": {"schema": schema}},
    }
    if status in RETRY_STATUSES:
        described["headers"] = {"Retry-After": RETRY_AFTER}
    return described


def _close(body: Any, schemas: dict[str, Any]) -> None:
    """Close all request schemas: the server refuses unknown fields and tuples of another length."""
    match body:
        case {"$ref": str(name)}:
            schema = schemas[name.removeprefix(SCHEMAS)]
            if "properties" in schema and schema.get("additionalProperties") is not False:
                schema["additionalProperties"] = False
                _close(schema, schemas)
        case dict():
            if "prefixItems" in body:  # Litestar omits the length of a tuple
                body["minItems"] = body["maxItems"] = len(body["prefixItems"])
            for part in body.values():
                _close(part, schemas)
        case list():
            for part in body:
                _close(part, schemas)
