"""Makes the server match its OpenAPI document: strict bodies, and complete Allow headers."""

import json
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import ASGIMiddleware
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send


async def read_strictly(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that does not match its type exactly: Litestar would accept "1" for 1."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is None:
        return
    if request.content_type[0] != "application/json":
        raise HTTPException(status_code=415)
    try:
        body = await request.body()
        _decoder(data.annotation).decode(body)
        check_keys(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise ValidationException(extra=[{"key": "body", "message": str(wrong)}]) from wrong


def check_keys(text: bytes | str) -> None:
    """Refuse JSON in which a key is there twice: two readers could take different ones.

    >>> check_keys('{"cents": 1, "of": {"cents": 2}}')
    >>> check_keys('{"cents": 1, "\\u0063ents": 2}')
    Traceback (most recent call last):
    ...
    msgspec.ValidationError: The key 'cents' is there twice
    """
    plain = text.encode() if isinstance(text, str) else text
    if msgspec.json.encode(msgspec.json.decode(plain)) == plain:
        return  # the quick way: what is read and written again as it was has lost no key
    json.loads(text, object_pairs_hook=_unique, parse_int=str, parse_float=str)


def _unique(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise msgspec.ValidationError(f"The key {key[:40]!r} is there twice")
        seen.add(key)


@lru_cache
def _decoder(wanted: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(wanted)


class AllowHeader(ASGIMiddleware):
    """Lists all methods in the answer to OPTIONS: Litestar leaves out handlers added later."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        async def send_with_allow(message: Message) -> None:
            if message["type"] == "http.response.start":
                methods = _methods(scope)
                if methods:
                    MutableScopeHeaders.from_message(message)["Allow"] = ", ".join(sorted(methods))
            await send(message)

        is_options = scope.get("method") == "OPTIONS"
        await next_app(scope, receive, send_with_allow if is_options else send)


def _methods(scope: Scope) -> set[str]:
    found = {
        str(method)
        for route in scope["litestar_app"].routes
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template")
        for method in route.methods
    }
    return found | {"HEAD"} if "GET" in found else found  # web/edge/request_trace.py
