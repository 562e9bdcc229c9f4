"""Completes Litestar's OpenAPI document with refusals, security schemes and examples."""

from collections.abc import Iterator
from typing import Any

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitMiddleware
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from punto.refusals import Kind, Reason
from punto.web.auth.guards import COOKIE
from punto.web.errors import RefusalView

REFUSALS = {
    400: "The request cannot be read, or names something unknown.",
    401: "Nobody is signed in, or the password is wrong.",
    403: "The caller may not do this.",
    404: "There is no such resource.",
    409: "It cannot be done now.",
    413: "The body is too large.",
    415: "The body is not sent as application/json.",
    429: "Too many requests.",
    503: "The database does not answer: nothing was done, and a retry is safe.",
}
REFUSAL_NAME = RefusalView.__name__
REFUSAL = {
    "title": REFUSAL_NAME,
    "description": "A refusal: its reason and kind, a sentence, and the clause it rests on.",
    "type": "object",
    "required": ["reason", "kind", "sentence", "template", "facts"],
    "properties": {
        "reason": {"type": "string", "enum": [reason.value for reason in Reason]},
        "kind": {"type": "string", "enum": [kind.value for kind in Kind]},
        "sentence": {"type": "string", "description": "What to do, in English."},
        "template": {
            "type": "string",
            "description": "The sentence with named placeholders: the key of its translations.",
        },
        "facts": {"type": "object", "description": "The values of the placeholders."},
        "clause": {"type": ["string", "null"]},
    },
}
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
    parts.setdefault("schemas", {})[REFUSAL_NAME] = REFUSAL
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
        for status in sorted(_statuses(operation, handler, guarded=guarded, post=method == "post")):
            operation["responses"][str(status)] = {
                "description": REFUSALS[status],
                "content": {"application/json": {"schema": {"$ref": SCHEMAS + REFUSAL_NAME}}},
            }
        _close(operation.get("requestBody"), parts["schemas"])
        if path in EXAMPLES and "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]
            body["examples"] = {"usual": {"value": EXAMPLES[path]}}


def _handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                yield route.path_format, method.lower(), handler


def _statuses(
    operation: dict[str, Any], handler: HTTPRouteHandler, *, guarded: bool, post: bool
) -> set[int]:
    parameters = operation.get("parameters", ())
    found = {503}
    if parameters or "requestBody" in operation:
        found.add(400)
    if any(each["in"] == "path" or each["name"] in NAMING for each in parameters):
        found.add(404)
    if guarded or post:
        found |= {401, 403}
    if post:
        found |= {404, 409, 413, 415}
    if any(_slows_down(each) for each in handler.resolve_middleware()):
        found.add(429)
    return found


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


def _slows_down(middleware: object) -> bool:
    return isinstance(middleware, DefineMiddleware) and middleware.middleware is RateLimitMiddleware
