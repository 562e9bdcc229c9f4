"""The OpenAPI document as it is served: every no that a route can give, who may ask, examples."""

from collections.abc import Iterator
from typing import Any

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitMiddleware
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from punto.refusals import Reason
from punto.web.entrance import COOKIE

NOES = {
    400: "The request cannot be read, or names what there is not.",
    401: "Nobody is signed in, or the password is wrong.",
    403: "This is not for the caller to do.",
    404: "There is no such thing.",
    409: "It cannot be done now.",
    413: "The body is too long.",
    429: "Too often.",
    503: "The database does not answer: nothing was done, and asking again is safe.",
}
NO = {
    "title": "No",
    "description": "A refusal: what kind, in words, and the clause it rests on.",
    "type": "object",
    "required": ["reason", "sentence"],
    "properties": {
        "reason": {"type": "string", "enum": [reason.value for reason in Reason]},
        "sentence": {"type": "string"},
        "clause": {"type": ["string", "null"]},
    },
}
NAMING = ("table", "account")  # queries that name what there may not be
SCHEMAS = "#/components/schemas/"
SIGNED_IN = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A token, or a device's key."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
}
STAKE = {"type": "place-stake", "patron": "guest-1f", "wager": "tie", "position": 1}
EXAMPLES: dict[str, dict[str, Any]] = {  # of bodies, by path
    "/api/v1/sign-in": {"name": "pit1", "password": "correct horse battery", "bearer": True},
    "/api/v1/guests": {"bearer": True},
    "/api/v1/tables/{table}/commands": {**STAKE, "amount": "10.00"},
    "/api/v1/cage/commands": {"type": "buy-credits", "patron": "guest-1f", "amount": "100.00"},
    "/api/v1/staff": {"name": "pit2", "password": "correct horse battery", "position": 3},
    "/api/v1/patrons": {"name": "anna", "password": "correct horse battery"},
    "/api/v1/devices": {"name": "display-1", "tables": ["t1"]},
}


class Document(JsonRenderPlugin):
    """Litestar's document with what it cannot know put in."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        complete(openapi_schema, request.app)
        return super().render(request, openapi_schema)


def complete(document: dict[str, Any], app: Litestar) -> None:
    """Put it in; a document that is complete stays as it is."""
    parts = document.setdefault("components", {})
    parts.setdefault("schemas", {})["No"] = NO
    parts["securitySchemes"] = SIGNED_IN
    for path, method, handler in _handlers(app):
        operation = document["paths"].get(path, {}).get(method)
        if operation is None:
            continue  # the document itself is not in the document
        for parameter in operation.get("parameters", ()):
            if "maximum" in parameter["schema"]:
                parameter["schema"].setdefault("minimum", 0)  # Litestar leaves this one out
        guarded = bool(handler.resolve_guards())
        if guarded:
            operation["security"] = [{name: []} for name in SIGNED_IN]
        for status in sorted(_statuses(operation, handler, guarded=guarded, post=method == "post")):
            operation["responses"][str(status)] = {
                "description": NOES[status],
                "content": {"application/json": {"schema": {"$ref": f"{SCHEMAS}No"}}},
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
        found |= {404, 409, 413}
    if any(_slows_down(each) for each in handler.resolve_middleware()):
        found.add(429)
    return found


def _close(body: Any, schemas: dict[str, Any]) -> None:
    """Say of everything that is sent to us that it has no fields but these: others are refused."""
    match body:
        case {"$ref": str(name)}:
            schema = schemas[name.removeprefix(SCHEMAS)]
            if "properties" in schema and schema.get("additionalProperties") is not False:
                schema["additionalProperties"] = False
                _close(schema, schemas)
        case dict():
            for part in body.values():
                _close(part, schemas)
        case list():
            for part in body:
                _close(part, schemas)


def _slows_down(middleware: object) -> bool:
    return isinstance(middleware, DefineMiddleware) and middleware.middleware is RateLimitMiddleware
