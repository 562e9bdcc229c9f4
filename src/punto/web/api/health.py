"""For operators: liveness, readiness and metrics."""

from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from punto.web.auth.guards import TheCasino, works_or_watches


@get("/health", sync_to_thread=False, summary="Is the process up?")
def health(casino: TheCasino) -> dict[str, object]:
    """Yes, if this answers; also lists warnings for the operator."""
    warning = casino.store.warning()
    return {"up": True, "warnings": [warning] if warning else []}


class Ready(Struct, frozen=True):
    """Whether a stake would be accepted, and if not, why; halted tables have a damaged journal."""

    ready: bool
    why: str
    locked: tuple[str, ...]
    halted: tuple[str, ...]


@get(
    "/ready",
    sync_to_thread=True,
    summary="Would a stake be accepted?",
    responses={503: ResponseSpec(Ready, generate_examples=False, description="It would not.")},
)
def ready(casino: TheCasino) -> Response[Ready]:
    """Tested with a commit of its own, at most once a second; 503 if it fails."""
    found = casino.readiness.check()
    halted = tuple(sorted(casino.host.halted))
    answer = Ready(found.is_ready, found.why, found.locked, halted)
    return Response(answer, status_code=200 if found.is_ready else 503)


@get(
    "/metrics",
    sync_to_thread=True,
    guards=[works_or_watches],
    media_type=MediaType.TEXT,
    summary="Counts for Prometheus",
)
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What this node counts, in Prometheus's text format."""
    return Response(generate_latest(request.app.state.metrics), media_type=CONTENT_TYPE_LATEST)


health_routes = Router("", route_handlers=[health, ready, metrics], tags=["health"])
