"""What the document says is what is taken: bodies read strictly, methods told completely."""

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import ValidationException
from litestar.middleware import ASGIMiddleware
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send


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


class TellMethods(ASGIMiddleware):
    """OPTIONS names all that can be done: Litestar forgets handlers that came later."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                methods = _methods(scope)
                if methods:
                    MutableScopeHeaders.from_message(message)["Allow"] = ", ".join(sorted(methods))
            await send(message)

        await next_app(scope, receive, tell if scope.get("method") == "OPTIONS" else send)


def _methods(scope: Scope) -> set[str]:
    return {
        str(method)
        for route in scope["litestar_app"].routes
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template")
        for method in route.methods
    }
