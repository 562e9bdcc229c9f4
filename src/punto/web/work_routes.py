"""Routes whose answers are computed in the worker pool, without signing in."""

from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request, Router
from litestar.handlers import HTTPRouteHandler

from punto.journal.people.people import Kind, Person
from punto.rules.made_up_games import portable_name
from punto.web.edge.addresses import address_of
from punto.web.edge.route_rates import rate_limit
from punto.web.edge.stranger_gate import leave_gate
from punto.web.game_names import game_named
from punto.web.work_pool import WorkPool

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


async def work_out(
    request: Request[Any, Any, Any], work: Callable[[str, Asked], Answer], game: str, data: Asked
) -> Answer:
    """Answer a request about a game, in the edition in force today, in the worker pool."""
    pool: WorkPool = request.app.state.odds
    leave_gate(request.scope)
    return await pool.run(asker_of(request), work, portable_name(game_named(game)), data)


def asker_of(request: Request[Any, Any, Any]) -> str:
    """Who asks: a person with an account, otherwise an address, as guests cost nothing."""
    person = request.scope.get("user")
    if isinstance(person, Person) and person.kind is not Kind.GUEST:
        return f"person {person.id}"
    return f"address {address_of(request)}"


def costly(handler: HTTPRouteHandler, name: str, a_minute: int) -> Router:
    """A route that costs processor time, limited per asker and minute."""
    limit = rate_limit(name, a_minute, asker_of)
    return Router("", route_handlers=[handler], middleware=[limit])
