"""Limits on requests a minute, per address or person, each counted apart from the others."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from litestar import Request
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.stores.memory import MemoryStore

from punto.web.edge.addresses import address_of

STORE = "rate_limit"
COUNTS_MAX = 50_000  # askers whose requests are counted; the oldest is dropped


class RequestCounts(MemoryStore):
    """The counts of all limits, in bounded memory."""

    async def set(
        self, key: str, value: str | bytes, expires_in: int | timedelta | None = None
    ) -> None:
        await super().set(key, value, expires_in)
        if len(self._store) > COUNTS_MAX:
            await self.delete(next(iter(self._store)))


def rate_limit(
    name: str, a_minute: int, asker_of: Callable[[Request[Any, Any, Any]], str] = address_of
) -> DefineMiddleware:
    """A limit per asker and minute; routes with the same name share it."""
    return RateLimitConfig(
        ("minute", a_minute),
        identifier_for_request=lambda request: f"{name} {asker_of(request)}",
        store=STORE,
    ).middleware
