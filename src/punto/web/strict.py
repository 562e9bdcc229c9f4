"""What the document says is what is taken: bodies read strictly, methods told completely."""

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import ValidationException
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope


async def read_strictly(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that is not just what is asked for: Litestar would take "1" for 1."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is None:
        return
    try:
        _decoder(data.annotation).decode(await request.body())
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise ValidationException(extra=[{"key": "body", "message": str(wrong)}]) from wrong


@lru_cache
def _decoder(wanted: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(wanted)


async def tell_methods(message: Message, scope: Scope) -> None:
    """OPTIONS names all that can be done: Litestar forgets handlers that came later."""
    if message["type"] != "http.response.start" or scope.get("method") != "OPTIONS":
        return
    methods = {
        method
        for route in scope["litestar_app"].routes
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template")
        for method in route.methods
    }
    if methods:
        MutableScopeHeaders.from_message(message)["Allow"] = ", ".join(sorted(methods))
