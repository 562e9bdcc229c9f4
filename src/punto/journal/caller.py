"""Where the request that is being served came from, for the notices that it causes."""

from contextvars import ContextVar

caller_address: ContextVar[str] = ContextVar("caller_address", default="")
